import assert from "node:assert/strict";
import { isLineFirst, lineLink, mailLink, smsLink, whatsAppLink } from "./pass_on.ts";

const TEXT = "Anna & Ben, “50 % + 1”?\nhttps://x.example/games/1?participant=a#b";

Deno.test("the links of all apps carry a whole text with any characters", () => {
  assert.equal(new URL(whatsAppLink(TEXT)).searchParams.get("text"), TEXT);
  const line = new URL(lineLink(TEXT));
  assert.equal(line.origin + line.pathname, "https://line.me/R/share");
  assert.deepEqual([...line.searchParams], [["text", TEXT]]);
  assert.equal(line.hash, "");
  assert.equal(new URL(smsLink(TEXT)).searchParams.get("body"), TEXT);
  const mail = new URL(mailLink("A & B?", TEXT, "a+b@example.org"));
  assert.equal(mail.searchParams.get("subject"), "A & B?");
  assert.equal(mail.searchParams.get("body"), TEXT);
  assert.equal(mail.pathname, "a%2Bb@example.org", "mail programs want to see the @");
});

Deno.test("mailLink() takes no mail header from an address", () => {
  const mail = new URL(mailLink("S", "B", "a@b.c?bcc=evil@example.org\r\nBcc: x@y.z"));
  assert.deepEqual([...mail.searchParams.keys()], ["subject", "body"]);
});

Deno.test("isLineFirst() is true only if the message or the page is in Japanese", () => {
  assert(isLineFirst("花子さん、くじ引きが終わりました！"));
  assert(isLineFirst("Hello Ana, the names are drawn!", "Anaさんのリンク"));
  assert(isLineFirst("Hello Ana, the names are drawn!", "招待リンク"));
  assert(!isLineFirst("Hello Ana, the names are drawn!", "Ana’s link"));
  assert(!isLineFirst("花子，“新年礼物交换”抽好了！", "花子的链接"));
});
