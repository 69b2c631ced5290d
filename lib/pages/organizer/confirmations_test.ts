import assert from "node:assert/strict";
import { inDays, makeGame, tokens } from "@/tests/support/games.ts";
import { validDraws } from "@/tests/support/draws.ts";
import type { Game } from "../../game/types.ts";
import { organizerView } from "../../game/views.ts";
import { translator } from "../../i18n/translate.ts";
import { type ConfirmableAction, isConfirmableAction, ORGANIZER_ACTIONS } from "../actions.ts";
import { confirmationOf } from "./confirmations.ts";
import type { ManagedGame } from "./managed_game.ts";
import { readerOf } from "../../http/reader.ts";

const t = translator("en");

function manage(game: Game, hasMail = true): ManagedGame {
  return {
    game,
    view: organizerView(game, tokens, new Date()),
    credential: { organizerToken: tokens.organizer(game) },
    reader: readerOf({ req: new Request("http://localhost/"), state: {} }),
    hasMail,
    isHeld: false,
  };
}

Deno.test("confirmationOf() asks in words before every action of the table, with all that its form needs", () => {
  const game = { ...makeGame(5), organizerEmail: "olga@example.org" };
  const [person = assert.fail()] = game.participants;
  for (const action of Object.keys(ORGANIZER_ACTIONS).filter(isConfirmableAction)) {
    const isAboutPerson = ORGANIZER_ACTIONS[action].question.about === "person";
    const asked = confirmationOf(
      action,
      manage({ ...game, isGathering: action === "drawNames" }),
      tokens,
      isAboutPerson ? person : null,
    );
    assert.equal(asked.refusal, null, action);
    assert(asked.points.length > 0, action);
    for (const text of [asked.title, asked.cancel, ...asked.points]) {
      assert(text && !/\{\{|organize\./.test(text), `${action}: ${text}`);
    }
    const fields: Record<string, string> = {
      action,
      ...(isAboutPerson && { participantId: person.id }),
    };
    const { drawn, ...others } = asked.fields;
    assert.deepEqual(others, fields);
    assert.equal(drawn !== undefined, /^(forceR|r)eassign/.test(action), action);
    assert(asked.href.endsWith(`/confirm?${new URLSearchParams(fields)}`), asked.href);
  }
});

Deno.test("confirmationOf() counts who may move and what they lose, the same for any pairs", () => {
  const game = makeGame(5);
  const [person = assert.fail()] = game.participants;
  const asked = () => confirmationOf("removeParticipant", manage(game), tokens, person).points;
  assert.match(asked().join(" "), /Nobody else has opened/);
  for (const one of game.participants) one.hasConfirmedAssignment = true;
  const before = structuredClone(game);
  assert.match(
    asked().join(" "),
    /A few of the 4 others .* People who are happy with their name keep/,
  );
  const all = confirmationOf("reassignAll", manage(game), tokens, null);
  assert.match(
    all.points.join(" "),
    /People who’ve said yes and will be asked again: 5\. This can’t be undone\.$/,
  );
  assert.deepEqual(game, before);
  // Only one has confirmed: the text must not depend on whether they give to the leaver.
  for (const one of game.participants) one.hasConfirmedAssignment = one.number === 2;
  const told = new Set(
    validDraws({ size: 5, exclusions: [], households: [] }).map((draw) => {
      for (const [giver, one] of game.participants.entries()) one.receiver = (draw[giver] ?? 0) + 1;
      return String(asked());
    }),
  );
  assert.equal(told.size, 1);
  assert.match([...told].join(), /1 other person/);
});

Deno.test("confirmationOf() promises no one another name if a sealed game may draw the same", () => {
  const game = makeGame(5);
  const [person = assert.fail()] = game.participants;
  const asked = (isSealed: boolean) =>
    confirmationOf("forceReassignParticipant", manage({ ...game, isSealed }), tokens, person)
      .points;
  assert.deepEqual(asked(true), [t("sealed.redraws")]);
  assert.equal(asked(false)[0], `${person.name} will get a different name.`);
});

Deno.test("confirmationOf() promises no mail that waits for the organizer's or the operator's approval", () => {
  const made = { ...makeGame(4), sendEmails: true, organizerEmail: "olga@example.org" };
  made.participants.forEach((one) => one.email = `p${one.number}@example.org`);
  const saidOf = (action: "archive" | "drawNames", game: Game, isHeld: boolean) =>
    confirmationOf(action, { ...manage(game), isHeld }, tokens, null).points.join(" ");
  const paused = { ...made, mailPausedAt: new Date().toISOString() };
  const promise = t("organize.confirm.archive.told");
  assert.deepEqual(
    [
      saidOf("archive", made, false),
      saidOf("archive", made, true),
      saidOf("archive", paused, false),
    ]
      .map((said) => said.includes(promise)),
    [true, false, false],
  );
  const [one = assert.fail()] = made.participants;
  const toldOfLink = (game: Game, isHeld: boolean, openedEmail: string | null = null) => {
    const person = { ...one, openedEmail };
    const asked = confirmationOf("regenerateToken", { ...manage(game), isHeld }, tokens, person);
    return asked.points.join(" ").includes(
      t("organize.confirm.regenerateToken.told", { name: one.name }),
    );
  };
  assert.deepEqual(
    [toldOfLink(made, false), toldOfLink(paused, false), toldOfLink(made, true)],
    [true, false, false],
  );
  assert(toldOfLink(made, true, one.email), "who has opened a mail of the game gets this one");
  const gathering = { ...made, isGathering: true };
  const mailed = t("organize.confirm.mailed", { number: 4 });
  assert(saidOf("drawNames", gathering, false).includes(mailed));
  assert(saidOf("drawNames", gathering, true).includes(t("organize.held.title")));
  const waiting = saidOf("drawNames", { ...paused, isGathering: true }, false);
  assert(waiting.includes(t("organize.paused.title")) && !waiting.includes(mailed));
});

Deno.test("confirmationOf() says why an action is impossible, instead of asking", () => {
  const game = makeGame(3);
  const [person = assert.fail()] = game.participants;
  const refusalOf = (action: ConfirmableAction, hasMail = true) =>
    confirmationOf(action, manage(game, hasMail), tokens, person).refusal;
  assert.equal(refusalOf("removeParticipant"), t("errors.code.TOO_FEW_PARTICIPANTS"));
  assert.equal(refusalOf("regenerateOrganizerToken"), t("errors.code.ORGANIZER_EMAIL_MISSING"));
  assert.equal(refusalOf("regenerateOrganizerToken", false), t("errors.code.EMAIL_NOT_CONFIGURED"));
  assert.equal(refusalOf("archive"), null);
});

Deno.test("confirmationOf() says who gets a mail in this very game", () => {
  const toldOf = (action: ConfirmableAction, game: Game, hasMail = true) =>
    confirmationOf(action, manage(game, hasMail), tokens, game.participants[0] ?? null).points
      .join(" ");
  const game = { ...makeGame(4), sendEmails: true };
  const gathering = { ...game, isGathering: true };
  const silent = { sendEmails: false };
  assert.match(
    toldOf("archive", game),
    /Everyone with an email address will get an email right away/,
  );
  assert.doesNotMatch(toldOf("archive", game), /\d (person|people|get)/, "some want no news");
  assert.match(toldOf("archive", { ...game, date: inDays(-1) }), /others won’t get an email/);
  assert.match(toldOf("archive", { ...game, ...silent }), /others won’t get an email/);
  assert.match(toldOf("regenerateToken", game), /P1 will get the new one by email/);
  assert.match(toldOf("regenerateToken", game, false), /with P1 yourself/);
  const participants = game.participants.map((one) => ({ ...one, isEmailSetById: true }));
  assert.match(toldOf("regenerateToken", { ...game, participants }), /with P1 yourself/);
  assert.match(
    toldOf("drawNames", gathering),
    /People who’ll get an email right away: \d+\./,
  );
  assert.match(toldOf("drawNames", { ...gathering, ...silent }), /No emails will go out/);
  const [first = assert.fail(), ...others] = gathering.participants;
  const missed = { ...gathering, participants: [{ ...first, email: null }, ...others] };
  assert.match(toldOf("drawNames", missed), /email right away: 3\..*No email address: P1/);
  assert.doesNotMatch(toldOf("drawNames", gathering), /No email address/);
  assert.doesNotMatch(toldOf("drawNames", { ...missed, ...silent }), /No email address/);
});

Deno.test("confirmationOf() names before the finale the people who have not opened their gift", () => {
  const game = makeGame(5);
  const asked = () => confirmationOf("startFinale", manage(game), tokens, null).points.join(" ");
  // First what everyone sees, last what cannot be undone.
  assert.match(asked(), /^Everyone .* Not opened yet: P1, P2,? and 3 more .* can’t be undone\.$/);
  for (const one of game.participants) one.firstViewedAt = one.viewedAt = new Date().toISOString();
  assert.doesNotMatch(asked(), /Not opened/);
  const [first = assert.fail()] = game.participants;
  Object.assign(first, { firstViewedAt: null, viewedAt: null, erasedAt: game.createdAt });
  assert.doesNotMatch(
    asked(),
    /Not opened/,
    "no one is left to open an erased person’s gift",
  );
});
