import assert from "node:assert/strict";
import { eventfulGame, LINKS, mailOf, NOBODY, NOW } from "@/tests/support/mail_samples.ts";
import { DRAW_PROBLEMS, type Game, type MailKind } from "../game/types.ts";
import { composeMail } from "./compose.tsx";

/** What a mail of a game with every kind of news says. */
function said(kind: MailKind, rest: Partial<Game> = {}) {
  const game = { ...eventfulGame(), ...rest };
  return composeMail(LINKS, game, mailOf(kind, game), NOBODY, NOW) ?? assert.fail(kind);
}

Deno.test("MAILS about the names tell those who were never asked what this is", () => {
  for (const kind of ["assignment", "invitation"] as const) {
    assert.match(said(kind).text, /gift exchange: everyone draws one name/, kind);
  }
  assert.doesNotMatch(said("invitation").text, /You’re now part/);
});

Deno.test("MAILS say what to do about a link that was replaced or will be", () => {
  assert.match(said("participantLinkRenewed").text, /If you didn’t expect it, ask/);
  assert.match(said("organizerLinkRenewed").text, /If it wasn’t you, they can’t get in/);
  assert.match(said("claimIssued").text, /works until the new one is opened/);
});

Deno.test("MAILS.addressChanged greets nobody by name, because its reader may be someone else", () => {
  assert.match(said("addressChanged").text, /^Hello,\n/);
});

Deno.test("MAILS head their news: days to go, whose email came back", () => {
  const heading = (kind: MailKind, date = "2026-12-22") => {
    const game = { ...eventfulGame(), date, timeZone: "UTC" };
    const now = new Date("2026-12-20T12:00:00Z");
    return composeMail(LINKS, game, mailOf(kind, game), NOBODY, now)?.html
      .match(/<h1[^>]*>(.*?)<\/h1>/)?.[1];
  };
  assert.equal(heading("eventNear"), "2 days to go");
  assert.equal(heading("eventNear", "2026-12-21"), "Tomorrow");
  assert.match(heading("mailBounced") ?? "", /^Our email to P\d came back$/);
});

Deno.test("MAILS.detailsChanged says which value is the former one, not only by striking it through", () => {
  const game = eventfulGame();
  const mail = { ...mailOf("detailsChanged", game), payload: { before: { time: "17:00" } } };
  const { html = "", text = "" } = composeMail(LINKS, game, mail, NOBODY, NOW) ?? {};
  assert.match(html, />Before: <s [^>]*>5:00.PM<\/s>/);
  assert.match(text, /5:00.PM.* → .*6:30.PM/);
});

Deno.test("MAILS.drawFailed has a paragraph on what happened and one on what to do", () => {
  for (const drawProblem of DRAW_PROBLEMS) {
    const { text } = said("drawFailed", { drawProblem });
    assert.match(text, /been told\.\n\nOn your organizer page/, drawProblem);
  }
});

Deno.test("MAILS.sealBroken says what to do about what was deleted, while that can be done", () => {
  const again = /deleted\. If you’d like, add yours again on your page\./;
  const game = eventfulGame();
  const text = (rest: Partial<Game>) => {
    const mail = { ...mailOf("sealBroken", game), recipient: 1, address: null };
    return composeMail(LINKS, { ...game, ...rest }, mail, NOBODY, NOW)?.text ?? "";
  };
  assert.match(text({}), again);
  assert.doesNotMatch(text({ archivedAt: NOW.toISOString() }), again);
  assert.doesNotMatch(text({ date: "2026-01-01" }), again);
});
