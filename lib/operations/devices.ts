import { randomBytes } from "node:crypto";
import {
  authorizeParticipant,
  type Credential,
  isByOrganizer,
  requireOrganizer,
  shownIn,
} from "../game/access.ts";
import type { AddDevice, RemoveDevice } from "../game/actions/devices.ts";
import { devicesOf, isPushEndpoint, linkVersionOf } from "../game/devices.ts";
import { GameError } from "../game/errors.ts";
import { NONCE_BYTES } from "../game/sealed_text.ts";
import { type Game, LIMITS, ORGANIZER } from "../game/types.ts";
import { hasOptedOut } from "../mail/recipient.ts";
import type { Services } from "../services.ts";
import { countAdded } from "./hourly_limits.ts";
import { findActiveGame } from "./open.ts";
import { overwrite } from "./overwrite.ts";
import { untilStored } from "./until_stored.ts";

const ADDED_PER_HOUR = { client: 200, person: 5 * LIMITS.devices };

/**
 * Adds a browser in which a person is notified; a known browser stays unchanged. The browser gets reminders and notices
 * even if the person has opted out of them by mail, because they have just asked for them.
 *
 * @throws {GameError} 404, 401 or 403 for game and token; 400 if the endpoint is not of a known push service; 409 if
 * the person has too many devices; 429 if the client adds too many, or too many are added for the person.
 */
export async function addDevice(
  services: Services,
  code: string,
  action: AddDevice,
  credential: Credential,
  client: string,
): Promise<{ id: string; isNew: boolean }> {
  const { store, tokens, settings } = services;
  const { endpoint, keys } = action;
  return await untilStored(async (attempt) => {
    const { game, recipient } = await openOwn(services, code, action, credential);
    if (!isPushEndpoint(endpoint, settings.pushHosts)) {
      throw new GameError("PUSH_HOST", { path: "endpoint" });
    }
    if (attempt === 0) {
      await countAdded(services, "devices", game, recipient, client, ADDED_PER_HOUR);
    }
    const id = crypto.randomUUID();
    const optOuts = await store.readUnsubscribed(game.id);
    const isAfterOptOut = hasOptedOut(tokens, game, recipient, optOuts);
    const outcome = await store.addDevice(game.id, {
      id,
      recipient,
      version: linkVersionOf(game, recipient) ?? 0,
      since: new Date().toISOString(),
      marks: marksOf(services, game, endpoint),
      sealed: tokens.devices.seal(
        { endpoint, keys, isAfterOptOut },
        { gameId: game.id, id },
        randomBytes(NONCE_BYTES),
      ),
    }, LIMITS.devices);
    if (outcome === "full") throw new GameError("TOO_MANY_DEVICES");
    return outcome === "stale" ? null : outcome;
  });
}

/** Removes one of a person's browsers; does nothing if it is unknown. @throws {GameError} 404, 401 or 403 */
export async function removeDevice(
  services: Services,
  code: string,
  action: RemoveDevice,
  credential: Credential,
): Promise<void> {
  const { device, endpoint = "" } = action;
  const { game, recipient } = await openOwn(services, code, action, credential);
  const which = device === undefined
    ? { marks: marksOf(services, game, endpoint) }
    : { id: device };
  if (await services.store.removeDevice(game.id, recipient, which)) void overwrite(services.store);
}

/**
 * Removes the devices that a person added after an earlier opt-out, because these would ignore a new opt-out, too.
 *
 * @param number of the participant, or `ORGANIZER`
 */
export async function endDevicesAfterOptOut(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  game: Game,
  number: number,
): Promise<void> {
  for (const { id } of devicesOf(game, number)) {
    const device = await store.readDevice(game.id, id);
    const opened = device && tokens.devices.open(device.sealed, { gameId: game.id, id });
    if (opened?.isAfterOptOut && await store.removeDevice(game.id, number, { id })) {
      void overwrite(store);
    }
  }
}

/** Finds an active game and the holder of a token: a participant's number or `ORGANIZER`. */
async function openOwn(
  services: Services,
  code: string,
  action: AddDevice | RemoveDevice,
  credential: Credential,
): Promise<{ game: Game; recipient: number }> {
  const game = await findActiveGame(services, code);
  const own = shownIn(action);
  const shown = { ...credential, ...own };
  if (isByOrganizer(own, shown)) {
    requireOrganizer(game, shown.organizerToken, services.tokens);
    return { game, recipient: ORGANIZER };
  }
  if (!shown.participantToken) throw new GameError("TOKEN_REQUIRED", { which: "participant" });
  const { participant } = authorizeParticipant(game, shown, services.tokens);
  return { game, recipient: participant.number };
}

function marksOf({ tokens }: Pick<Services, "tokens">, { id }: Game, endpoint: string) {
  return tokens.hashes("device", id, endpoint);
}
