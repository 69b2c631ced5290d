import assert from "node:assert/strict";
import { newcomerViewSchema } from "@/lib/game/action_answers.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { TestApp } from "./app.ts";
import { type Client, type Managed, succeeds } from "./client.ts";
import { named } from "./views.ts";

/** Creates the claim link of someone in a sealed game. */
export async function issueClaim(
  client: Client,
  game: Managed & Pick<OrganizerView, "participants">,
  name: string,
): Promise<void> {
  const { organizerToken } = game;
  const body = { action: "issueClaim", organizerToken, participantId: named(game, name).id };
  assert.equal((await client.patchGame(game, body)).status, 200);
}

/** Takes someone's place with a new claim link. @returns what it shows them, and their new link's token */
export async function takePlace(
  app: TestApp,
  game: Managed & Pick<OrganizerView, "participants">,
  name: string,
) {
  await issueClaim(app.client, game, name);
  const { claimToken } = await readWithTokens(app, game, name);
  const taken = await app.client.patchGame(game, { action: "claimPlace", claimToken });
  const { isWithheld, participantToken } = succeeds(taken, newcomerViewSchema);
  return { isWithheld, participantToken, claimToken };
}

/** Makes everyone in a game give to the next, instead of a draw. */
export async function pairInRing(
  { services: { store } }: Pick<TestApp, "services">,
  { code }: Pick<Managed, "code">,
): Promise<void> {
  await store.changeGame(code, (before) => {
    assert(before);
    const participants = before.participants.map((one, index, { length }) => ({
      ...one,
      receiver: (index + 1) % length + 1,
    }));
    return { game: { ...before, participants }, outbox: null, result: undefined };
  });
}

/**
 * The organizer's view with everyone's tokens, which it lacks in a sealed game.
 *
 * @param claimer the person with a claim; "no claim" for none.
 */
export async function readWithTokens(
  { client, services: { store, tokens } }: TestApp,
  game: Managed,
  claimer: string,
): Promise<OrganizerView & { claimToken: string }> {
  const view = await client.readAsOrganizer(game);
  const kept = await store.readGameById(view.id);
  assert(kept);
  const tokenOf = new Map(kept.participants.map((one) => [one.id, tokens.participant(kept, one)]));
  const one = kept.participants.find(({ name }) => name === claimer);
  return {
    ...view,
    participants: view.participants.map((one) => ({ ...one, token: tokenOf.get(one.id) ?? "" })),
    claimToken: one && one.claimVersion > 0 ? tokens.claim(kept, one) : "no claim",
  };
}
