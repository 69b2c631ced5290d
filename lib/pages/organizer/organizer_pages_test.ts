import assert from "node:assert/strict";
import { inDays, makeGame, people, tokens } from "@/tests/support/games.ts";
import { makeStored, operationTest, refused, shownBy } from "@/tests/support/operations.ts";
import type { Game } from "../../game/types.ts";
import { organizerView } from "../../game/views.ts";
import { Form } from "../../http/form.ts";
import { readerOf } from "../../http/reader.ts";
import { requestCost } from "../../http/request_cost.ts";
import { translator } from "../../i18n/translate.ts";
import { pageOf } from "../pages_testing.ts";
import {
  isOrganizerHere,
  isParticipantHere,
  type ManagedGame,
  openManaged,
} from "./managed_game.ts";
import { organizerNotices } from "./notices.ts";
import { filtersFor, remindedBy } from "./people_groups.ts";
import {
  foreseeDraw,
  foreseeMoves,
  foreseeRedraw,
  foreseeRenewal,
  movePoints,
} from "./questions.ts";

const t = translator("en");
const now = new Date();

function manage(game: Game, hasMail = true): ManagedGame {
  return {
    game,
    view: organizerView(game, tokens, now),
    credential: { organizerToken: tokens.organizer(game) },
    reader: readerOf({ req: new Request("http://localhost/"), state: {} }),
    hasMail,
    isHeld: false,
  };
}

operationTest(
  "openManaged() is for the organizer's cookie alone, and charges for the game",
  async (services) => {
    const game = await makeStored(services, { language: "de", sendEmails: true });
    const organizer = services.tokens.organizer(game);
    const { participantToken: participant } = shownBy(services, game, "P1");
    const page = (cookies: Record<string, string>) => pageOf(services, game, { cookies });
    await refused(() => openManaged(page({ participant })), "TOKEN_REQUIRED");
    await refused(() => openManaged(page({ organizer: participant })), "INVALID_TOKEN");
    const ctx = page({ organizer, devices: "a~b" });
    const managed = await openManaged(ctx);
    assert.equal(managed.game.id, game.id);
    assert.deepEqual([managed.view.view, managed.reader.language, managed.hasMail], [
      "organizer",
      "de",
      true,
    ]);
    assert.deepEqual(managed.credential, { organizerToken: organizer });
    assert.deepEqual(ctx.charged, [requestCost(game)]);
    assert.equal(ctx.state.game?.id, game.id);
    assert.equal(managed.view.participants[0]?.emailStatus.status, "sent");
    const without = pageOf({ ...services, mail: null }, game, { cookies: { organizer } });
    assert.equal((await openManaged(without)).hasMail, false);
    const notices = organizerNotices(ctx, managed);
    assert.deepEqual([notices.role, notices.here, notices.devices], ["organizer", ["a", "b"], []]);
    assert(notices.link.includes(organizer));

    const here = [
      page({}),
      page({ participant }),
      page({ organizer }),
      page({ organizer: "wrong" }),
    ];
    assert.deepEqual(here.map((one) => isOrganizerHere(one, game)), [false, false, true, false]);
    assert.deepEqual(here.map(isParticipantHere), [false, true, false, false]);
  },
);

Deno.test("filtersFor() offers filters that the organizer may know, as long as they matter", () => {
  const game = makeGame(4);
  const left = (fields: Partial<Game>) => {
    const offered = filtersFor({ game: { ...game, ...fields } }, now);
    return filtersFor({ game }, now).filter((one) => !offered.includes(one));
  };
  assert.equal(filtersFor({ game }, now).length, 12);
  assert.deepEqual(left({ isSealed: true }), ["changed", "unconfirmed", "confirmed"]);
  assert.deepEqual(left({ isSealed: true, sealBrokenAt: now.toISOString() }), []);
  assert.deepEqual(left({ date: inDays(-2) }), ["needsLink", "noNews"]);
  assert.deepEqual(filtersFor({ game: { ...game, isGathering: true } }, now), [
    ...["all", "noNews", "noWish", "mailFailed", "mailQueued"],
  ]);
});

Deno.test("remindedBy() finds the people of a group, or of a step of the page", () => {
  const game = makeGame(4, { sendEmails: true });
  const [one, two, three] = game.participants;
  assert(one && two && three);
  one.viewedAt = one.firstViewedAt = now.toISOString();
  two.wish = "Tea";
  const by = (fields: Record<string, string>, of: Partial<Game> = {}) => {
    const ids = remindedBy(new Form(new URLSearchParams(fields)), manage({ ...game, ...of }), now);
    return ids && game.participants.flatMap(({ id, name }) => ids.has(id) ? name : []).join(" ");
  };
  assert.equal(by({ group: "unopened" }), "P2 P3 P4");
  assert.equal(by({ group: "noWish" }), "P1 P3 P4");
  assert.equal(by({ group: "unconfirmed" }), "P1 P2 P3 P4");
  for (const group of ["all", "", "asking", "noEmail"]) assert.equal(by({ group }), null, group);
  assert.equal(by({ group: "unconfirmed" }, { isSealed: true, isProtected: true }), null);
  assert.equal(by({ step: "nothing of this kind", group: "unopened" }), "");
});

Deno.test("a question foresees what an action can change, or why it is impossible", () => {
  const game = makeGame(4);
  const [one] = game.participants;
  assert(one);
  const act = (of: Game, fields: Record<string, string>, hasMail = true) => ({
    managed: manage(of, hasMail),
    tokens,
    person: one,
    fields,
  });
  const leaving = { action: "removeParticipant", participantId: one.id };
  assert.deepEqual(foreseeMoves(act(game, leaving)), {
    refusal: null,
    points: movePoints(manage(game), 0, [one.id]),
  });
  const few = makeGame(3);
  const gone = { ...leaving, participantId: few.participants[0]?.id ?? "" };
  assert.deepEqual(foreseeMoves(act(few, gone)), {
    refusal: t("errors.code.TOO_FEW_PARTICIPANTS"),
    points: [],
  });
  assert.deepEqual(foreseeDraw(act({ ...game, isGathering: true }, { action: "drawNames" })), {
    refusal: null,
    points: [],
  });

  const renewal = (fields: Partial<Game>, hasMail: boolean) =>
    foreseeRenewal(act({ ...game, ...fields }, {}, hasMail)).refusal;
  const organizerEmail = "olga@example.org";
  assert.deepEqual([
    renewal({ organizerEmail }, true),
    renewal({}, true),
    renewal({ organizerEmail }, false),
    renewal({}, false),
  ], [
    null,
    t("errors.code.ORGANIZER_EMAIL_MISSING"),
    t("errors.code.EMAIL_NOT_CONFIGURED"),
    t("errors.code.EMAIL_NOT_CONFIGURED"),
  ]);
});

Deno.test("foreseeRedraw() counts the confirmations and requests that end", () => {
  const redraw = (confirmed: number, reassign: number, leave: number) => {
    const game = makeGame(5);
    game.participants.forEach((one, index) => {
      one.hasConfirmedAssignment = index < confirmed;
      if (index < reassign) one.reassignmentRequestedAt = now.toISOString();
      if (index < leave) one.leaveRequestedAt = now.toISOString();
    });
    return foreseeRedraw({ managed: manage(game), tokens, person: null, fields: {} }).points;
  };
  const lost = (number: number) => t("organize.confirm.confirmationsLost", { number });
  const ended = (number: number) => t("organize.confirm.requestsEnd", { number });
  assert.deepEqual(redraw(0, 0, 2), []);
  assert.deepEqual(redraw(1, 1, 2), [lost(1), ended(1)]);
  assert.deepEqual(redraw(3, 0, 0), [lost(3)]);
});

Deno.test("movePoints() counts who may move, and speaks of the confirmations of others", () => {
  const game = {
    ...makeGame(4),
    participants: makeGame(4, { participants: people(4) }).participants,
  };
  const [one, two] = game.participants;
  assert(one && two);
  const points = (mayMove: number, of: Game = game) => movePoints(manage(of), mayMove, [one.id]);
  const nobody = t("organize.confirm.movesNobody");
  assert.deepEqual([points(0), points(1), points(3)], [
    [nobody],
    [t("organize.confirm.moves", { count: 1 })],
    [t("organize.confirm.moves", { count: 3 })],
  ]);
  one.hasConfirmedAssignment = true;
  assert.deepEqual(points(0), [nobody], "their own is no other's");
  two.hasConfirmedAssignment = true;
  assert.deepEqual(points(0), [nobody, t("organize.confirm.confirmationsKept")]);
  // Opened a gift that holds another name now.
  two.firstViewedAt = now.toISOString();
  assert.deepEqual(points(0), [t("organize.confirm.confirmationsKept")]);
  two.firstViewedAt = null;
  const sealed = { ...game, isSealed: true };
  assert.deepEqual(points(3, sealed), [t("sealed.redraws")]);
  one.firstConfirmedAt = now.toISOString();
  const lost = t("organize.confirm.confirmationsLost", { number: 1 });
  assert.deepEqual(points(3, sealed), [t("sealed.redraws"), lost]);
  assert.equal(points(0, { ...sealed, isGathering: true })[0], nobody, "nothing is drawn yet");
});
