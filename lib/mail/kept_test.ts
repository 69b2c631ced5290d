import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { eventfulGame, LINKS, NOBODY, NOW, SENT } from "@/tests/support/mail_samples.ts";
import { formatDate } from "../browser/format.ts";
import type { Game, GameEvent, MailKind, Participant } from "../game/types.ts";
import { translator } from "../i18n/translate.ts";
import { composeMail } from "./compose.tsx";
import { toKeepers } from "./kept.ts";
import { mailsFor } from "./mails_for.ts";

Deno.test("toKeepers() notifies each keeper of a changed kept gift, mailsFor() those with other mailboxes", () => {
  const game = makeGame(5, { keepers: [["P1", "P2"], ["P3", "P2"], ["P4", "P2"], ["P1", "P5"]] });
  const addresses = ["P2@Example.org", "p2@example.org", "p3@example.org", null, "p5@example.org"];
  game.participants.forEach((one, index) => one.email = addresses[index] ?? null);
  const notified = (event: GameEvent) => toKeepers(event, { game, events: [event] });
  const keepers = [1, 3, 4].map((recipient) => ({
    recipient,
    payload: { participant: 2 },
    topic: "2",
  }));
  assert.deepEqual(notified({ type: "receiverChanged", participant: 2 }), keepers);
  assert.deepEqual(notified({ type: "reassignmentApproved", participant: 2 }), keepers);
  const first = [{ recipient: 1, payload: { participant: 5 }, topic: "5" }];
  assert.deepEqual(notified({ type: "receiverChanged", participant: 5 }), first);
  assert.deepEqual(notified({ type: "receiverChanged", participant: 1 }), []);
  assert.deepEqual(notified({ type: "reassignmentDeclined", participant: 2 }), []);

  const told = (event: GameEvent) =>
    mailsFor({ game: { ...game, sendEmails: true }, events: [event] })
      .map(({ recipient, kind }) => `${recipient} ${kind}`);
  for (const type of ["receiverChanged", "reassignmentApproved"] as const) {
    // The first reads the kept person's own mail in the same mailbox; the fourth has none.
    assert.deepEqual(told({ type, participant: 2 }), [`2 ${type}`, "3 keptChanged"]);
    assert.deepEqual(told({ type, participant: 5 }), [`5 ${type}`, "1 keptChanged"]);
  }
});

Deno.test("a keeper's mail about a kept person's parcels names that person, as long as the keeper sees the gift", () => {
  const game = eventfulGame();
  const [number = 0] = game.participants[0]?.keeps ?? [];
  const said = (
    kind: MailKind,
    rest: Partial<Game> = {},
    facts: Partial<Participant> = {},
    participant = number,
  ) => {
    const participants = game.participants.map((one) =>
      one.number === number ? { ...one, ...facts } : { ...one, parcels: [] }
    );
    const mail = { id: "7", recipient: 1, kind, payload: { participant } };
    return composeMail(LINKS, { ...game, participants, ...rest }, mail, NOBODY, NOW)?.text ?? null;
  };
  const t = translator("en");
  const name = `P${number}`;
  const told = { game: game.name, name };
  const sent = { parcels: [{ ...SENT, giver: 2 }] };
  const text = said("parcelSent", {}, sent) ?? assert.fail();
  assert(text.includes(t("post.kept.get.onItsWay", told)), text);
  assert.equal(said("parcelSent"), null, "none is on its way");
  assert.equal(said("parcelSent", {}, sent, number === 2 ? 3 : 2), null, "not theirs to keep");
  const locked = { ...sent, revealBlockedForTokenVersion: 1 };
  assert.equal(said("parcelSent", { isSealed: true }, locked), null);
  assert(said("sendSoon")?.includes(t("post.kept.mail.sendSoon", told)));
  const urged = said("sendSoon", { sendBy: "2026-12-21" }) ?? assert.fail();
  assert(urged.includes(t("post.kept.mail.sendSoon", told)), urged);
  const value = formatDate("2026-12-21", "en");
  assert(urged.includes(t("common.line", { label: t("mail.facts.sendBy"), value })), urged);
});

Deno.test("MAILS.receiverChanged is sent to a kept person, even if a keeper has opened the gift", () => {
  const game = eventfulGame();
  const [number = 0] = game.participants[0]?.keeps ?? [];
  const participants = game.participants.map((one) => ({ ...one, viewedAt: NOW.toISOString() }));
  const isTold = (recipient: number) => {
    const mail = { id: "7", recipient, kind: "receiverChanged" as const };
    return composeMail(LINKS, { ...game, participants }, mail, NOBODY, NOW) !== null;
  };
  assert.deepEqual([isTold(number), isTold(1)], [true, false]);
});
