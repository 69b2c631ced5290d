import assert from "node:assert/strict";
import type { Game, Participant } from "@/lib/game/types.ts";
import type { TestSite } from "../support/browser.ts";
import { type CreatedGame, type NewGame } from "../support/client.ts";
import { inDays } from "../support/games.ts";
import { conversation, say } from "../support/messages.ts";
import { issueClaim } from "../support/sealed_games.ts";
import { named } from "../support/views.ts";
import { type Pictured, WORDS, type Words } from "./every_page_words.ts";

/** Mails to addresses with this domain are refused. */
export const UNKNOWN_HOST = "@unknown.example.org";

const HOUR = 3_600_000;

/** Index in the names of the person who is asked something. */
export const ASKED_PERSON = 2;

/** A cycle of indexes in the names: everyone gives to the next one, but not to their household or a kept person. */
const RING = [0, 2, 4, 6, 1, 3, 5, 7];

/** One game for each state in which pages are shown. */
export interface Village {
  language: Pictured;
  words: Words;
  /** Just drawn; mails were sent to most people. */
  fresh: CreatedGame;
  /** Some have opened their gift, some have asked for another receiver, some mails have bounced. */
  busy: CreatedGame;
  /** Each participant is in a different state. */
  own: CreatedGame;
  /** Without mails: someone has a new receiver after opening their gift, and someone is its keeper. */
  changed: CreatedGame;
  /** Gathering: with proposals, and empty. */
  gathering: CreatedGame;
  empty: CreatedGame;
  /** The scheduled draw has failed. */
  tooFew: CreatedGame;
  impossible: CreatedGame;
  /** Its organizer takes part. */
  sealed: CreatedGame;
  broken: CreatedGame;
  /** Everyone with the code can join. */
  open: CreatedGame;
  /** Gifts are sent by post: `ASKED_PERSON` has an address, and a parcel is on its way to them. */
  posted: CreatedGame;
  /** The event was yesterday. */
  over: CreatedGame;
  archived: CreatedGame;
  /** No gift is open. */
  party: CreatedGame;
  /** Forty colleagues, enough to need a search; the same before the draw. */
  many: CreatedGame;
  manyGathering: CreatedGame;
  /** Its data cannot be shown, which is an internal error. */
  faulty: CreatedGame;
}

/** Creates the games of one language. */
export async function makeVillage(site: TestSite, language: Pictured): Promise<Village> {
  const words = WORDS[language];
  const create = (body: Partial<NewGame> = {}) =>
    site.client.createGame({ ...basicsOf(language), ...body });
  const [first, second, third, fourth] = words.names;
  const village: Village = {
    language,
    words,
    fresh: await create({ sendEmails: true, organizerEmail: "organizer@example.org" }),
    busy: await create({
      sendEmails: true,
      organizerEmail: "organizer@example.org",
      name: words.office,
      participants: guests(words, [third]),
    }),
    own: await inRing(
      site,
      await create({
        sendEmails: true,
        organizerEmail: "organizer@example.org",
        keepers: [[fourth, third]],
      }),
    ),
    changed: await inRing(site, await create({ keepers: [[fourth, third]] })),
    gathering: await create({
      name: words.gathering,
      draw: "later",
      drawAt: new Date(Date.now() + 120 * HOUR).toISOString(),
      participants: guests(words).slice(0, 4),
      households: [],
    }),
    empty: await create({ name: words.gathering, draw: "later", participants: [], households: [] }),
    tooFew: await create({
      name: words.gathering,
      draw: "later",
      participants: guests(words).slice(0, 2),
      households: [],
    }),
    impossible: await create({
      name: words.gathering,
      draw: "later",
      participants: guests(words).slice(0, 4),
      households: [[first, second, third]],
    }),
    sealed: await create({
      name: words.office,
      isSealed: true,
      participants: guests(words).map((one) => ({ ...one, email: "" })),
    }),
    broken: await create({ isSealed: true }),
    open: await create({ isProtected: false, participants: guests(words).slice(0, 6) }),
    posted: await createPosted(site, await create({ byPost: true, sendBy: inDays(20) })),
    over: await inRing(site, await create({ name: words.past, reveal: "afterEvent" })),
    archived: await create({ name: words.past }),
    party: await create(),
    many: await create({ name: words.office, participants: crowd(words), households: [] }),
    manyGathering: await create({
      name: words.office,
      draw: "later",
      participants: crowd(words),
      households: [],
    }),
    faulty: await create(),
  };
  await Promise.all([play(site, village), gather(site, village), end(site, village)]);
  return village;
}

/** Fields shared by all games of a language. */
function basicsOf(language: Pictured): Partial<NewGame> {
  const words = WORDS[language];
  const [first, second, third, fourth] = words.names;
  return {
    name: words.home,
    organizerName: first,
    date: inDays(33),
    time: "18:30",
    timeZone: words.timeZone,
    location: words.location,
    amount: words.amount,
    currency: words.currency,
    generalNotes: words.notes,
    language,
    isProtected: true,
    participants: guests(words),
    households: [[first, second], [third, fourth]],
  };
}

/** Most have an address, some a wish. @param unknown names of people whose address is refused */
function guests(words: Words, unknown: readonly string[] = []): NewGame["participants"] {
  return words.names.map((name, index) => ({
    name,
    email: index === 6
      ? ""
      : `${words.mailboxes[index]}${unknown.includes(name) ? UNKNOWN_HOST : "@example.org"}`,
    ...(index % 2 === 0 && { wish: words.wishes[index % 3] ?? "" }),
    ...(index % 4 === 0 && { desiredGift: words.desiredGift }),
  }));
}

/** Five people of each name, distinguished by an initial. */
function crowd(words: Words): NewGame["participants"] {
  const initials = ["", " B.", " K.", " M.", " S."];
  return initials.flatMap((initial, round) =>
    guests(words).map(({ name, email, ...rest }) => ({
      name: name + initial,
      email: email && `${round}.${email}`,
      ...rest,
    }))
  );
}

/** Performs actions in drawn games. */
async function play(site: TestSite, { busy, own, changed, sealed, broken, many, words }: Village) {
  const { client } = site;
  const [first, second, third, fourth, fifth, sixth, seventh, eighth] = words.names;
  const open = async (game: CreatedGame, name: string) => {
    const { id } = named(game, name);
    await alterPerson(site, game, name, (one) => ({
      ...one,
      viewedAt: new Date().toISOString(),
      firstViewedAt: new Date().toISOString(),
    }));
    return { participantId: id, participantToken: named(game, name).token };
  };
  for (const { name } of many.participants.slice(0, 26)) await open(many, name);
  for (const name of [first, second, fourth]) {
    await client.act(busy, "confirmAssignment", await open(busy, name));
  }
  await client.act(busy, "requestReassignment", await open(busy, fifth));
  await client.act(busy, "requestReassignment", await open(busy, sixth));
  await client.act(busy, "leaveGame", { participantToken: named(busy, eighth).token });

  await client.act(own, "confirmAssignment", await open(own, second));
  await client.act(own, "requestReassignment", await open(own, sixth));
  await open(own, seventh);
  await client.act(own, "leaveGame", { participantToken: named(own, seventh).token });
  const { giver, receiver } = conversation(own, third);
  await open(own, giver.name);
  await say(client, own, giver, { to: "receiver", question: "colour" });
  await say(client, own, giver, { to: "receiver", text: words.question });
  await say(client, own, receiver, { to: "giver", text: words.answer });

  for (const name of [third, fourth, sixth]) await open(changed, name);
  await alterPerson(site, changed, third, (one) => ({
    ...one,
    viewedAt: null,
    receiverChange: "left",
  }));

  for (const name of [second, third, fourth]) await issueClaim(client, sealed, name);
  await alterPerson(site, sealed, third, (one) => ({
    ...one,
    claimOpenedAt: new Date().toISOString(),
  }));
  await alterPerson(site, sealed, fourth, (one) => ({
    ...one,
    claimIssuedAt: new Date(Date.now() - 40 * 24 * HOUR).toISOString(),
  }));
  await alterPerson(site, sealed, fifth, (one) => ({
    ...one,
    tokenVersion: 2,
    revealBlockedForTokenVersion: 1,
    viewedAt: new Date().toISOString(),
    firstViewedAt: new Date().toISOString(),
  }));
  await client.manage(broken, "breakSeal", {});
}

/** Gives `ASKED_PERSON` an address, and puts a parcel on its way to them. */
async function createPosted(site: TestSite, created: CreatedGame): Promise<CreatedGame> {
  const { client } = site;
  const game = await inRing(site, created);
  const { giver, receiver } = conversation(game, game.participants[ASKED_PERSON]?.name ?? "");
  await client.act(game, "updateAddress", {
    participantToken: receiver.token,
    lines: [receiver.name, "Birkenweg 7", "20095 Hamburg"],
    country: "DE",
    hint: "2. Stock",
  });
  const { token: participantToken } = giver;
  await client.readAsParticipant(game, { participantToken });
  await client.act(game, "setParcel", { participantToken, sent: true });
  await alterPerson(site, game, receiver.name, (one) => ({
    ...one,
    parcels: one.parcels.map((mark) => ({ ...mark, seenFrom: new Date().toISOString() })),
  }));
  return game;
}

/** Performs actions in games before their draw. */
async function gather(site: TestSite, { gathering, tooFew, impossible, words }: Village) {
  const [first] = words.names;
  await site.client.join(gathering, {
    invitationToken: gathering.invitationToken,
    participantName: words.latecomer,
    wish: words.wishes[1],
    livesWith: [first],
  });
  const drawAt = new Date(Date.now() - HOUR).toISOString();
  await alter(site, tooFew, (game) => ({ ...game, drawAt, drawProblem: "TOO_FEW_PARTICIPANTS" }));
  await alter(site, impossible, (game) => ({ ...game, drawAt, drawProblem: "DRAW_IMPOSSIBLE" }));
}

/** Ends games, and breaks one. */
async function end(site: TestSite, { over, archived, faulty, words }: Village) {
  const past = (game: Game): Game => ({
    ...game,
    date: inDays(-1),
    createdAt: new Date(Date.now() - 700 * HOUR).toISOString(),
    earliestEnd: null,
    participants: game.participants.map((one) => ({
      ...one,
      viewedAt: new Date(Date.now() - 300 * HOUR).toISOString(),
      firstViewedAt: new Date(Date.now() - 300 * HOUR).toISOString(),
      hasConfirmedAssignment: one.number % 3 > 0,
    })),
  });
  await alter(site, over, past);
  const { giver, receiver } = conversation(over, words.names[ASKED_PERSON]);
  await say(site.client, over, giver, { to: "receiver", text: words.question });
  await say(site.client, over, receiver, { to: "giver", text: words.answer });
  const body = { action: "sendThanks", participantToken: receiver.token, text: words.thanks };
  const thanked = await site.client.patchGame(over, body);
  assert.equal(thanked.status, 200, thanked.text);
  await alter(site, archived, past);
  await site.client.archive(archived);
  await alter(site, faulty, (game) => ({ ...game, timeZone: "Nowhere/Atall" }));
}

/** The same game with fixed pairs, so that runs do not differ. */
async function inRing(site: TestSite, game: CreatedGame): Promise<CreatedGame> {
  await alter(site, game, (before) => ({
    ...before,
    participants: before.participants.map((one, place) => {
      const next = RING[(RING.indexOf(place) + 1) % RING.length] ?? 0;
      return { ...one, receiver: before.participants[next]?.number ?? one.receiver };
    }),
  }));
  return { ...game, assignments: (await site.client.readAsOrganizer(game)).assignments };
}

/** Puts a game into a state that no action creates. */
async function alter(
  { services: { store } }: TestSite,
  { code }: Pick<CreatedGame, "code">,
  change: (game: Game) => Game,
): Promise<void> {
  await store.changeGame(code, (game) => {
    assert(game);
    return { game: change(game), outbox: null, result: null };
  });
}

function alterPerson(
  site: TestSite,
  game: CreatedGame,
  name: string,
  change: (one: Participant) => Participant,
): Promise<void> {
  return alter(site, game, (before) => ({
    ...before,
    participants: before.participants.map((one) => one.name === name ? change(one) : one),
  }));
}
