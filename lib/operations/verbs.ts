import { type Credential, shownIn } from "../game/access.ts";
import { pick } from "../game/derive.ts";
import { done } from "../game/done.ts";
import {
  type ActionOf,
  type GameAction,
  isVerbName,
  type OperationName,
  type VerbName,
} from "../game/operations.ts";
import type { Services } from "../services.ts";
import { type ActionOptions, performAction, type PerformedAction } from "./change.ts";
import { addDevice, removeDevice } from "./devices.ts";
import { eraseGame, eraseMe } from "./erase.ts";
import { sendMessage, sendThanks } from "./messages.ts";
import { openByToken, type OwnAccess } from "./open.ts";
import { openInRoom } from "./open_in_room.ts";
import { renewOrganizerToken } from "./recover.ts";
import { agreeHandover } from "./seal.ts";
import { viewWithWishes } from "./shown_wishes.ts";
import { markWish, setWishes } from "./wishes.ts";

type Options = ActionOptions & Required<Pick<ActionOptions, "client">>;

type Verb<Name extends VerbName> = (
  services: Services,
  code: string,
  action: ActionOf<Name>,
  credential: Credential,
  options: Options,
) => Promise<object>;

/** Wraps an operation to answer with the caller's view of the game. Only that answer opens the gift, not a refusal. */
function viewed<Name extends VerbName>(
  act: (...asked: Parameters<Verb<Name>>) => Promise<OwnAccess>,
): Verb<Name> {
  return async (services, code, action, credential, { showsPair = false, ...options }) => {
    await act(services, code, action, credential, options);
    const own = await openByToken(services, code, credential, { markViewed: showsPair });
    return await viewWithWishes(services, own);
  };
}

/** The operations that need more than a decision on a game, with their answers for the API. */
const VERBS: { [Name in VerbName]: Verb<Name> } = {
  async regenerateOrganizerToken(services, code, _, { organizerToken }, { client }) {
    await renewOrganizerToken(services, code, organizerToken, client);
    return { ...done("organizerTokenRenewed"), emailSent: true };
  },
  async eraseGame(services, code, { confirmName }, { organizerToken }) {
    await eraseGame(services, code, confirmName, organizerToken);
    return done("gameErased");
  },
  async openInRoom(services, code, { participantId }, { organizerToken }) {
    const receiver = await openInRoom(services, code, participantId, organizerToken);
    return { receiver: pick(receiver, ["name", "desiredGift", "wish"]) };
  },
  async eraseMe(services, code, _, credential) {
    await eraseMe(services, code, credential);
    return done("personErased");
  },
  sendMessage: viewed(sendMessage),
  sendThanks: viewed(sendThanks),
  async agreeHandover(services, code, _, { participantToken }) {
    await agreeHandover(services, code, participantToken);
    return done("handedOver");
  },
  setWishes: viewed(setWishes),
  markWish: viewed((services, code, action, credential) =>
    markWish(services, code, action, credential)
  ),
  async addDevice(services, code, action, credential, { client }) {
    return { device: (await addDevice(services, code, action, credential, client)).id };
  },
  async removeDevice(services, code, action, credential) {
    await removeDevice(services, code, action, credential);
    return done("deviceRemoved");
  },
};

/** The game after a decision, or the API's answer to any other operation. */
export type Performed = PerformedAction | { answer: object };

/**
 * Performs one operation, for the API and pages alike.
 *
 * @param credential from headers, query or cookies; credentials in the body take precedence.
 * @throws {GameError} see the operation's row.
 */
export async function perform(
  services: Services,
  code: string,
  action: ActionOf<OperationName>,
  credential: Credential,
  options: Options,
): Promise<Performed> {
  if (isDecided(action)) return await performAction(services, code, action, credential, options);
  const shown = { ...credential, ...shownIn(action) };
  return { answer: await performVerb(action.action, services, code, action, shown, options) };
}

function isDecided(action: ActionOf<OperationName>): action is GameAction {
  return !isVerbName(action.action);
}

function performVerb<Name extends VerbName>(name: Name, ...asked: Parameters<Verb<Name>>) {
  return VERBS[name](...asked);
}
