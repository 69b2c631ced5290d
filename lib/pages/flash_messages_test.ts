import assert from "node:assert/strict";
import { translator } from "../i18n/translate.ts";
import { flashQuery, mailsQuery, organizerFlash, participantNews } from "./flash_messages.ts";

const t = translator("en");
const news = (query: string, who?: string) =>
  organizerFlash(new URL(query, "http://localhost/"), t, false, who);

Deno.test("organizerFlash() tells what was done and how many people it moved", () => {
  assert.deepEqual(news(""), []);
  assert.deepEqual(news(flashQuery("hide")), ["Who drew whom is hidden again."]);
  assert.match(
    news(flashQuery("removeParticipant", 1), "Finn").join(" "),
    /^Finn has left\. 1 person who had opened their gift is now giving/,
  );
  assert.match(
    news(flashQuery("approveAllReassignments", 2, 1)).join(" "),
    /2 people who had .* are now giving .* Some requests stay open/,
  );
  assert.match(news(flashQuery("setExclusions", 0)).join(" "), /Nothing has changed for anyone/);
});

Deno.test("organizerFlash() names who has a new name, by whether a mail tells them", () => {
  const person = {
    id: "",
    hasAddress: true,
    reach: "mail",
    link: "used",
    gift: "unopened",
    hasWish: false,
    asksToLeave: false,
    asksForOther: false,
    told: null,
  } as const;
  const people = ([["Ana", "untold"], ["Ben", "mailed"], ["Cy", null], ["Dee", "untold"]] as const)
    .map(([name, newName]) => ({ ...person, name, newName }));
  const url = new URL(flashQuery("removeParticipant", 3), "http://localhost/");
  const say = (some: typeof people) => organizerFlash(url, t, false, "Finn", some);
  assert.deepEqual(say(people), [
    "Finn has left.",
    "Ana and Dee had already opened their gifts, which now hold new names. Please tell them: messages are ready to send.",
    "Ben had already opened their gift and will get an email about the new name.",
  ]);
  const many = Array.from({ length: 3 }, () => people).flat();
  assert.match(say(many).join(" "), /^Finn has left\. 3 people who had opened/);
});

Deno.test("organizerFlash() points to no links in a sealed game, which shows none", () => {
  for (const done of ["addParticipant", "regenerateToken", "replaceParticipant"] as const) {
    const url = new URL(flashQuery(done), "http://localhost/");
    const [sealed = ""] = organizerFlash(url, t, true, "Finn");
    assert.match(sealed, /[Ww]e’(?:ll email the link|re emailing the new one)/);
    assert.notEqual(sealed, organizerFlash(url, t, false, "Finn")[0]);
  }
});

Deno.test("organizerFlash() tells what became of mails", () => {
  const counts = { success: true, message: "", sent: 2, failed: 1, queued: 0 };
  assert.deepEqual(news(mailsQuery(counts)), ["Emails sent: 2.", "Emails that failed: 1."]);
  assert.deepEqual(news(mailsQuery({ ...counts, sent: 0, failed: 0 })), [
    "There was nobody to send this to.",
  ]);
});

Deno.test("organizerFlash() names the person concerned, and says nothing if they are unknown", () => {
  for (const done of ["removeParticipant", "approveReassignment", "replaceParticipant"] as const) {
    assert.match(news(flashQuery(done), "Finn").join(" "), /Finn/, done);
    assert.deepEqual(news(flashQuery(done, 0)), [], done);
  }
  const counts = { success: true, message: "", sent: 1, failed: 0, queued: 0 };
  assert.deepEqual(news(mailsQuery(counts), "Finn"), ["The email to Finn has been sent."]);
  assert.deepEqual(news(mailsQuery({ ...counts, sent: 0, failed: 1 }), "Finn"), [
    "The email to Finn failed.",
  ]);
  assert.deepEqual(news(mailsQuery({ ...counts, sent: 2 }), "Finn"), ["Emails sent: 2."]);
});

Deno.test("organizerFlash() says nothing that it does not know", () => {
  assert.deepEqual(news("?done=<script>&moved=3&sent=-1&failed=1e9"), []);
  for (const done of ["toString", "constructor", "__proto__", "signOut", ""]) {
    assert.deepEqual(news(`?done=${done}`), [], done);
  }
});

Deno.test("participantNews() tells what was done where its form stands, and nothing unknown", () => {
  const told = (done: string) => participantNews(new URL(`http://localhost/?done=${done}`), t);
  assert.deepEqual(told("updateWish"), { section: "wishes", sentence: t("game.done.wish") });
  assert.deepEqual(told("left"), { section: null, sentence: t("game.done.left") });
  for (const done of ["toString", "constructor", "__proto__", "removeParticipant", ""]) {
    assert.equal(told(done), null, done);
  }
});

Deno.test("participantNews() names who decides, and says of a yes nothing of the organizer", () => {
  const told = (done: string, organizer?: string) =>
    participantNews(new URL(`http://localhost/?done=${done}`), t, organizer)?.sentence;
  assert.equal(
    told("requestReassignment"),
    "We’ve told the organizer that you’d like a different name.",
  );
  assert.match(told("requestReassignment", "Olga") ?? "", /We’ve told Olga/);
  assert.match(told("leaveGame", "Olga") ?? "", /We’ve told Olga/);
  assert.equal(told("confirmAssignment", "Olga"), "Great! Now keep it secret.");
});
