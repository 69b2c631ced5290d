import assert from "node:assert/strict";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { openOwnAddress, storedAddress } from "../postal_address.ts";
import type { Game } from "../types.ts";
import { updateParticipantEmail } from "./address_change.ts";
import { updateParticipantDetails } from "./people.ts";

Deno.test("an address that the organizer changes is no longer proved", () => {
  const game = makeGame(3);
  const [first] = game.participants;
  assert(first);
  first.isEmailProved = true;
  const change = (email: string) =>
    updateParticipantDetails(game, {
      action: "updateParticipantDetails",
      participantId: first.id,
      email,
      renewLink: false,
    }, decisionContext).game.participants[0]?.isEmailProved;
  assert.equal(change("P1@example.org"), true);
  assert.equal(change("new@example.org"), false);
});

Deno.test("updateParticipantEmail() tells the old address, and ends the link that was mailed there", () => {
  const game = makeGame(3, { language: "de" });
  const [first] = game.participants;
  assert(first);
  const mailed = new Set([1]);
  const change = (email: string, renewLink: boolean, mailed?: Set<number>) => {
    const action = "updateParticipantEmail" as const;
    const body = { action, participantId: first.id, email, renewLink };
    const { game: after, events } = updateParticipantEmail(game, body, {
      ...decisionContext,
      hasToken: true,
      ...(mailed && { mailed }),
    });
    return { version: after.participants[0]?.tokenVersion, events };
  };
  const told = {
    type: "addressChanged",
    participant: 1,
    name: "P1",
    email: "p1@example.org",
    language: "de",
  };
  const renewed = { type: "participantLinkRenewed", participant: 1, wasMailed: true };
  const entered = { type: "addressEntered", participant: 1, wasMailed: true };
  for (const email of ["new@example.org", ""]) {
    assert.deepEqual(change(email, true, mailed), { version: 2, events: [told, renewed] });
    const kept = { version: 1, events: [told, ...email ? [entered] : []] };
    assert.deepEqual(change(email, false, mailed), kept);
    assert.deepEqual(change(email, true), kept, "no mail ever went");
    assert.deepEqual(change(email, true, new Set([2])), kept);
  }
  assert.deepEqual(change("P1@Example.org", true, mailed), { version: 1, events: [] });
});

Deno.test("updateParticipantEmail() in a sealed game does not reveal whether a mail had gone to the old address", () => {
  const change = (
    sealed: Partial<Game>,
    mailed: Set<number>,
    { email = "old@example.org", hasMail = true }: { email?: string | null; hasMail?: boolean } =
      {},
  ) => {
    const made = { ...makeGame(4), ...sealed };
    const participants = made.participants.map((one) => ({ ...one, email }));
    const participantId = made.participants[0]?.id ?? "";
    const body = {
      ...{ action: "updateParticipantEmail" as const, participantId },
      ...{ email: "new@example.org", renewLink: true },
    };
    const context = { ...decisionContext, hasToken: true, mailed, hasMail };
    const { game, events } = updateParticipantEmail({ ...made, participants }, body, context);
    return [game.participants[0]?.tokenVersion, events.map(({ type }) => type)];
  };
  const sealed = { isSealed: true };
  const renewed = [2, ["addressChanged", "participantLinkRenewed"]];
  for (const mailed of [new Set([1]), new Set<number>()]) {
    assert.deepEqual(change(sealed, mailed), renewed);
    const entered = [1, ["addressEntered"]];
    assert.deepEqual(change(sealed, mailed, { email: null }), entered, "there was no address");
  }
  const broken = { ...sealed, sealBrokenAt: "2026-12-01T10:00:00.000Z" };
  const told = [1, ["addressChanged", "addressEntered"]];
  assert.deepEqual(change(broken, new Set()), told);
  assert.deepEqual(change(sealed, new Set(), { hasMail: false }), told, "a service without mail");
});

Deno.test("an address that was set with an id alone counts for nothing once it changes", () => {
  const made = makeGame(3);
  const first = made.participants[0] ?? assert.fail();
  const change = (
    fields: Partial<typeof first>,
    { email = "new@example.org", hasToken = false, isProtected = false, renewLink = true },
  ) => {
    const one = { ...first, ...fields };
    const game = { ...made, isProtected, participants: [one, ...made.participants.slice(1)] };
    const action = "updateParticipantEmail" as const;
    const body = { action, participantId: one.id, email, renewLink };
    const context = { ...decisionContext, hasToken, mailed: new Set([1]) };
    const after = updateParticipantEmail(game, body, context);
    const { isEmailProved, isEmailSetById, tokenVersion } = after.game.participants[0] ?? one;
    return [isEmailProved, isEmailSetById, tokenVersion];
  };
  assert.deepEqual(change({}, {}), [false, true, 1], "anyone knows the id: the link stays");
  assert.deepEqual(change({}, { hasToken: true }), [true, false, 2]);
  assert.deepEqual(change({}, { isProtected: true }), [false, false, 2]);
  const byId = { isEmailSetById: true };
  assert.deepEqual(change(byId, {}), [false, true, 1]);
  const own = { hasToken: true, renewLink: false };
  assert.deepEqual(change(byId, own), [true, false, 2], "its link always ends");
  assert.deepEqual(change(byId, { email: "P1@example.org" }), [false, true, 1]);
  assert.deepEqual(change({ email: null }, {}), [false, true, 1], "no mail was mailed there");
});

Deno.test("updateParticipantEmail() in a sealed game shows the postal address only to the person who entered it", () => {
  const made = makeGame(3, { isSealed: true, byPost: true });
  const [first = assert.fail(), ...others] = made.participants;
  const home = { lines: ["Road 1"], country: "DE", hint: "" };
  const shown = (enteredBy: number, hasToken: boolean) => {
    const entered = storedAddress(
      made,
      { ...first, tokenVersion: enteredBy },
      home,
      decisionContext,
    );
    const game = { ...made, participants: [{ ...first, ...entered, tokenVersion: 2 }, ...others] };
    const action = "updateParticipantEmail" as const;
    const body = { action, participantId: first.id, email: "new@example.org", renewLink: true };
    const after = updateParticipantEmail(game, body, { ...decisionContext, hasToken }).game;
    const [one = assert.fail()] = after.participants;
    assert.equal(one.tokenVersion, 3);
    return openOwnAddress(after, one, tokens.addresses);
  };
  assert.deepEqual(shown(2, true), home);
  assert.equal(shown(1, true), null, "a former holder of the place has entered it");
  assert.equal(shown(2, false), null, "an id alone asks");
});
