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

/** The services of an instance that always sends mails. */
export type MailingServices = Services & { mail: Mailer };

/** A client, as a key for limits. */
export const CLIENT = "192.0.2.1";

/**
 * Declares a test of the operations alone, without HTTP: SQLite in memory, and mails caught in memory.
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

/** A body for creation: of four people in a month unless `fields` say otherwise. */
export function creation(fields: Record<string, unknown> = {}) {
  return createGameSchema.parse({
    name: "Winter party",
    date: inDays(30),
    participants: people(4),
    ...fields,
  });
}

/** Creates a game, stored as `creation` has it. */
export async function makeStored(services: Services, fields?: Record<string, unknown>) {
  const { game } = await createGame(services, creation(fields), "en", CLIENT);
  return game;
}

/** A drawn game in which P1 gives to P2, P2 to P3 and so on; and the token of each person. */
export async function makeRing(services: Services, fields: Record<string, unknown> = {}) {
  const made = await makeStored(services, { isProtected: true, ...fields });
  const participants = made.participants.map((one, index, { length }) => ({
    ...one,
    receiver: (index + 1) % length + 1,
  }));
  const game = await amend(services, made, { participants });
  return { game, own: (name: string) => shownBy(services, game, name) };
}

/** What someone shows who acts for themselves. */
export function shownBy({ tokens }: Services, game: Game, name: string) {
  return { participantToken: tokens.participant(game, person(game, name)) };
}

/** Who has opened their gift, as it is stored. */
export async function readViewers(services: Services, game: Game): Promise<string[]> {
  const { participants } = await reread(services, game);
  return participants.flatMap(({ name, viewedAt }) => viewedAt ? [name] : []);
}

/** The current game. */
export async function reread({ store }: Services, { id }: Game): Promise<Game> {
  return await store.readGameById(id) ?? assert.fail("the game is gone");
}

/** Changes a stored game past every rule. */
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

/** Expects a refusal with this code. */
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
