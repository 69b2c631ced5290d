import assert from "node:assert/strict";
import { GameError } from "@/lib/game/errors.ts";
import { createGameSchema } from "@/lib/game/schemas.ts";
import type { Game, Participant } from "@/lib/game/types.ts";
import type { Mailer } from "@/lib/mail/mailer.ts";
import { createGame } from "@/lib/operations/create.ts";
import { openServices, type Services } from "@/lib/services.ts";
import { MAIL_TRAP, parseSettings } from "@/lib/settings.ts";
import { inDays, people } from "./games.ts";
import { LONGEST_WAIT } from "./until.ts";

/** The services of an instance that can send mails. */
export type MailingServices = Services & { mail: Mailer };

/** A client's key for rate limits. */
export const CLIENT = "192.0.2.1";

/**
 * Declares a test of operations without HTTP, with SQLite in memory and mails caught in memory.
 *
 * @param env further settings.
 */
export function operationTest(
  name: string,
  run: (services: MailingServices) => Promise<void>,
  env: Record<string, string> = {},
): void {
  Deno.test(name, async () => {
    const services = await openServices(parseSettings({
      DATA_DIR: "memory:",
      ENVIRONMENT: "development",
      SMTP_URL: MAIL_TRAP,
      PUBLIC_URL: "https://gifts.example.org",
      RATE_LIMIT: "off",
      ...env,
    }));
    try {
      const { mail } = services;
      assert(mail);
      Object.assign(mail, { patience: LONGEST_WAIT, recoverySpan: 0 });
      await run({ ...services, mail });
    } finally {
      await services.close();
    }
  });
}

/** The body of a creation: four people, in 30 days, unless `fields` say otherwise. */
export function creation(fields: Record<string, unknown> = {}) {
  return createGameSchema.parse({
    name: "Winter party",
    date: inDays(30),
    participants: people(4),
    ...fields,
  });
}

/** Creates and stores a game with the body of `creation`. */
export async function makeStored(services: Services, fields?: Record<string, unknown>) {
  const { game } = await createGame(services, creation(fields), "en", CLIENT);
  return game;
}

/** Makes a drawn game in which P1 gives to P2, P2 to P3 and so on. @returns it with each person's token */
export async function makeRing(services: Services, fields: Record<string, unknown> = {}) {
  const made = await makeStored(services, { isProtected: true, ...fields });
  const participants = made.participants.map((one, index, { length }) => ({
    ...one,
    receiver: (index + 1) % length + 1,
  }));
  const game = await amend(services, made, { participants });
  return { game, own: (name: string) => shownBy(services, game, name) };
}

/** The credentials of a participant who acts for themselves. */
export function shownBy({ tokens }: Services, game: Game, name: string) {
  return { participantToken: tokens.participant(game, person(game, name)) };
}

/** Names of those whose gift is stored as opened. */
export async function readViewers(services: Services, game: Game): Promise<string[]> {
  const { participants } = await reread(services, game);
  return participants.flatMap(({ name, viewedAt }) => viewedAt ? [name] : []);
}

/** The current game. */
export async function reread({ store }: Services, { id }: Game): Promise<Game> {
  return await store.readGameById(id) ?? assert.fail("the game is gone");
}

/** Changes a stored game, bypassing every rule. */
export async function amend(
  { store }: Services,
  { id }: Game,
  fields: Partial<Game>,
): Promise<Game> {
  return await store.changeGameById(id, (game) => {
    const changed = { ...game ?? assert.fail("the game is gone"), ...fields };
    return { game: changed, outbox: null, result: changed };
  });
}

/** A participant by name. */
export function person({ participants }: Game, name: string): Participant {
  return participants.find((one) => one.name === name) ?? assert.fail(`no ${name} in the game`);
}

/** Asserts a refusal with this code. @returns the error */
export async function refused(work: () => unknown, code: GameError["code"]): Promise<GameError> {
  try {
    await work();
  } catch (error) {
    assert(error instanceof GameError, String(error));
    assert.equal(error.code, code);
    return error;
  }
  assert.fail(`It was not refused with ${code}`);
}
