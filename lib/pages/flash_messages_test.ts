import assert from "node:assert/strict";
import { NEWS_QUERY } from "../browser/flash_query.ts";
import { translator } from "../i18n/translate.ts";
import {
  flashQuery,
  isJustDrawn,
  mailsQuery,
  organizerFlash,
  participantNews,
  readFlashName,
  setFlashName,
} from "./flash_messages.ts";

const t = translator("en");
const news = (query: string, who?: string) =>
  organizerFlash(new URL(query, "http://localhost/"), t, who);

Deno.test("organizerFlash() says what was done and how many people it moved", () => {
  assert.deepEqual(news(""), []);
  assert.match(
    news(flashQuery("removeParticipant", 1), "Finn").join(" "),
    /^Finn has been removed\. People who had opened .* now giving to someone else: 1\./,
  );
  assert.match(
    news(flashQuery("approveAllReassignments", 2, 1)).join(" "),
    /^Saved\. People who had .* now giving to someone else: 2\. Some requests stay open/,
  );
  assert.match(news(flashQuery("setExclusions", 0)).join(" "), /Nothing has changed for anyone/);
});

Deno.test("organizerFlash() names people with a new name, by whether a mail tells them", () => {
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
  const say = (some: typeof people, hasStep?: boolean) =>
    organizerFlash(url, t, "Finn", some, hasStep);
  assert.deepEqual(say(people), [
    "Finn has been removed.",
    "There’s a new name for Ana and Dee in a gift that was already open. Please let them know: a message is ready to send.",
    "There’s a new name for Ben in a gift that was already open. An email will say so.",
  ]);
  const many = Array.from({ length: 3 }, () => people).flat();
  assert.match(say(many).join(" "), /^Finn has been removed\. People who had opened .* else: 3\./);
  // A step on the page names those whom no email tells.
  assert.deepEqual(say(people, true), [
    "Finn has been removed.",
    "There’s a new name for Ben in a gift that was already open. An email will say so.",
  ]);
  const untold = people.filter(({ newName }) => newName === "untold");
  assert.deepEqual(say(untold, true), ["Finn has been removed."]);
});

Deno.test("organizerFlash() points to no links, which a sealed game does not show", () => {
  for (const done of ["addParticipant", "replaceParticipant"] as const) {
    assert.deepEqual(news(flashQuery(done), "Finn"), ["Finn is in."]);
  }
  assert.deepEqual(news(flashQuery("regenerateToken"), "Finn"), [
    "Finn has a new link. The old one no longer works.",
  ]);
});

Deno.test("organizerFlash() says what became of mails", () => {
  const counts = { success: true, message: "", sent: 2, failed: 1, queued: 0 };
  assert.deepEqual(news(mailsQuery(counts)), [
    "Emails sent: 2.",
    "Emails that couldn’t be delivered: 1.",
  ]);
  assert.deepEqual(news(mailsQuery({ ...counts, sent: 0, failed: 0 })), [
    "Emails sent: 0.",
  ]);
});

Deno.test("organizerFlash() names the person concerned, and says nothing if they are unknown", () => {
  for (const done of ["removeParticipant", "approveReassignment", "replaceParticipant"] as const) {
    assert.match(news(flashQuery(done), "Finn").join(" "), /Finn/, done);
    assert.deepEqual(news(flashQuery(done, 0)), [], done);
  }
});

Deno.test("organizerFlash() ignores unknown values", () => {
  assert.deepEqual(news("?done=<script>&moved=3&sent=-1&failed=1e9"), []);
  for (const done of ["toString", "constructor", "__proto__", "signOut", ""]) {
    assert.deepEqual(news(`?done=${done}`), [], done);
  }
});

Deno.test("participantNews() says what was done next to its form, and ignores unknown values", () => {
  const told = (done: string) => participantNews(new URL(`http://localhost/?done=${done}`), t);
  assert.deepEqual(told("updateWish"), { section: "wishes", sentence: t("game.done.wish") });
  assert.deepEqual(told("left"), { section: null, sentence: t("game.done.left") });
  for (const done of ["toString", "constructor", "__proto__", "removeParticipant", ""]) {
    assert.equal(told(done), null, done);
  }
});

Deno.test("participantNews() names the organizer who decides, but not for an approved request", () => {
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

Deno.test("flashQuery() and mailsQuery() contain exactly what there is to say", () => {
  assert.deepEqual([
    flashQuery("drawNames"),
    flashQuery("addParticipant", 0),
    flashQuery("addParticipant", 2, 1),
    flashQuery("addParticipant", undefined, 3),
  ], [
    "?done=drawNames",
    "?done=addParticipant&moved=0",
    "?done=addParticipant&moved=2&unserved=1",
    "?done=addParticipant&unserved=3",
  ]);
  const mails = { sent: 1, failed: 2, queued: 3, success: true, message: "" };
  assert.equal(mailsQuery(mails), "?sent=1&failed=2&queued=3");
  assert.equal(mailsQuery({ ...mails, notified: 0, withoutMessage: 0 }), mailsQuery(mails));
  assert.equal(
    mailsQuery({ ...mails, notified: 1, withoutMessage: 1 }),
    "?sent=1&failed=2&queued=3&notified=1&without=1",
  );
  const all = flashQuery("addParticipant", 2, 1) +
    mailsQuery({ ...mails, notified: 1, withoutMessage: 1 }).replace("?", "&");
  const names: readonly string[] = NEWS_QUERY;
  assert.deepEqual([...new URLSearchParams(all).keys()].toSorted(), names.toSorted());
});

Deno.test("isJustDrawn() is true on the page after the draw", () => {
  const at = (query: string, isGathering = false) =>
    isJustDrawn(new URL(query, "http://localhost/"), { isGathering });
  assert.deepEqual(
    [at("?done=drawNames"), at("?done=drawNames", true), at("?done=archive"), at("")],
    [true, false, false, false],
  );
});

Deno.test("organizerFlash() ignores invalid counts, and counts without an action", () => {
  for (
    const query of [
      "?unserved=1",
      "?moved=2",
      "?done=unknown&moved=0&unserved=1",
      "?sent=10000",
      "?sent=x",
    ]
  ) {
    assert.deepEqual(news(query), [], query);
  }
  assert.equal(news("?sent=9999").length, 1);
});

Deno.test("organizerFlash() names up to six people with a new name, and says nothing of an empty group", () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: "",
      name: `P${index}`,
      hasAddress: true,
      reach: "mail" as const,
      link: "used" as const,
      gift: "unopened" as const,
      hasWish: false,
      asksToLeave: false,
      asksForOther: false,
      told: null,
      newName: "mailed" as const,
    }));
  const url = new URL(flashQuery("addParticipant", 7), "http://localhost/");
  const say = (count: number) => organizerFlash(url, t, "Zoe", people(count));
  assert.equal(say(6).length, 2, "no one is to be told by hand");
  assert.match(say(6)[1] ?? "", /P0.*P5/);
  assert.doesNotMatch(say(7).join(" "), /P0/);
  const fewer = new URL(flashQuery("addParticipant", 2), "http://localhost/");
  const [, moved] = organizerFlash(fewer, t, "Zoe", people(7), true);
  assert.match(moved ?? "", /: 2\.$/, "the others were moved before");
});

Deno.test("a name is shown only on the next page of the game, for a minute", () => {
  const answer = setFlashName(
    new Response(),
    "https://gifts.example",
    "123456",
    "removeParticipant",
    "Ana & Ben",
  );
  const [cookie = ""] = answer.headers.getSetCookie();
  assert.match(cookie, /; Max-Age=60; Path=\/games\/123456\/organize; HttpOnly; Secure/);
  const headers = new Headers({ cookie: cookie.split(";")[0] ?? "" });
  const read = (query: string, of = headers) =>
    readFlashName(of, new URL(query, "http://localhost/"));
  assert.equal(read("?done=removeParticipant"), "Ana & Ben");
  assert.equal(read("?done=addParticipant"), undefined);
  assert.equal(read(""), undefined);
  assert.equal(read("?done=removeParticipant", new Headers()), undefined);
});
