import assert from "node:assert/strict";
import { mailLink, smsLink, whatsAppLink } from "./pass_on.ts";

const TEXT = "Anna & Ben, “50 % + 1”?\nhttps://x.example/games/1?participant=a#b";

Deno.test("whatsAppLink(), smsLink() and mailLink() carry a whole text, whatever is in it", () => {
  assert.equal(new URL(whatsAppLink(TEXT)).searchParams.get("text"), TEXT);
  assert.equal(new URL(smsLink(TEXT)).searchParams.get("body"), TEXT);
  const mail = new URL(mailLink("A & B?", TEXT, "a+b@example.org"));
  assert.equal(mail.searchParams.get("subject"), "A & B?");
  assert.equal(mail.searchParams.get("body"), TEXT);
  assert.equal(decodeURIComponent(mail.pathname), "a+b@example.org");
});

Deno.test("mailLink() takes no header from an address", () => {
  const mail = new URL(mailLink("S", "B", "a@b.c?bcc=evil@example.org\r\nBcc: x@y.z"));
  assert.deepEqual([...mail.searchParams.keys()], ["subject", "body"]);
});
