import assert from "node:assert/strict";
import { accessOf, inDays } from "@/tests/support/games.ts";
import {
  amend,
  type MailingServices,
  makeRing,
  operationTest,
  person,
  refused,
  reread,
} from "@/tests/support/operations.ts";
import { GameError } from "../../game/errors.ts";
import { isRevealed } from "../../game/finale.ts";
import type { Game } from "../../game/types.ts";
import { performAction } from "../../operations/change.ts";
import { countUnread, sendMessage } from "../../operations/messages.ts";
import { openGame } from "../../operations/open.ts";
import { viewWithWishes } from "../../operations/shown_wishes.ts";
import { gameActionSchema } from "../../game/operations.ts";
import { pageOf } from "../pages_testing.ts";
import { openByPost } from "./by_post.ts";
import { finaleTime, momentOf, waitsFor } from "./moment.ts";
import { isShownPair, openAsParticipant, openOwnGame, orGamePage } from "./own_game.ts";
import { mayThank, openConversation, thanksPath } from "./whisper.ts";

/** A ring, with the page of each of its people. */
async function ringOf(services: MailingServices, fields: Record<string, unknown> = {}) {
  const { game, own } = await makeRing(services, fields);
  const page = (name: string, query = "", headers: Record<string, string> = {}) =>
    pageOf(services, game, {
      query,
      headers,
      cookies: { participant: own(name).participantToken },
    });
  const unlock = (name: string) => openGame(services, game.code, own(name), { markViewed: true });
  return { game, own, page, unlock };
}

operationTest(
  "openOwnGame() requires a token, and openAsParticipant() a name if that is enough",
  async (services) => {
    const { game, own, page } = await ringOf(services, { isProtected: false, language: "de" });
    const byName = pageOf(services, game, {
      cookies: { participant: `id.${person(game, "P1").id}` },
    });
    const byOrganizer = pageOf(services, game, {
      cookies: { organizer: services.tokens.organizer(game) },
    });
    const { access, credential, reader } = await openOwnGame(page("P1"));
    assert.deepEqual([access.participant.name, reader.language], ["P1", "de"]);
    assert.deepEqual(credential, own("P1"));
    await refused(() => openOwnGame(byName), "TOKEN_REQUIRED");
    await refused(() => openOwnGame(byOrganizer), "TOKEN_REQUIRED");
    assert.equal((await openAsParticipant(byName)).access.participant.name, "P1");
    await refused(() => openAsParticipant(byOrganizer), "INVALID_TOKEN");
    await amend(services, game, {
      participants: game.participants.map((one) => ({ ...one, language: "fr" })),
    });
    assert.equal((await openOwnGame(page("P1"))).reader.language, "fr", "their own");
  },
);

operationTest(
  "orGamePage() leads to the game if its page cannot be shown, unless it may be tried again later",
  async (services) => {
    const { game, page } = await ringOf(services);
    const fail = (error: Error) => orGamePage(page("P1"), () => Promise.reject(error));
    assert.equal(await orGamePage(page("P1"), () => Promise.resolve(7)), 7);
    const answer = await fail(new GameError("INVALID_TOKEN"));
    assert(answer instanceof Response);
    assert.deepEqual([answer.status, answer.headers.get("location")], [303, `/games/${game.code}`]);
    await refused(
      () => fail(new GameError("TOO_MANY_REQUESTS", { retryAfter: 1 })),
      "TOO_MANY_REQUESTS",
    );
    await refused(() => fail(new GameError("BODY_TOO_LARGE")), "BODY_TOO_LARGE");
    await assert.rejects(fail(new Error("a defect")), /defect/);
  },
);

operationTest(
  "openByPost() shows a receiver's address once the gift is opened, and one's own",
  async (services) => {
    const { game, own, page, unlock } = await ringOf(services, { keepers: [["P4", "P1"]] });
    await refused(() => openByPost(page("P1")), "NOT_BY_POST");
    await amend(services, game, { byPost: true });
    for (const name of ["P1", "P2", "P4"]) {
      const action = gameActionSchema.parse({ action: "updateAddress", lines: [`Road ${name}`] });
      await performAction(services, game.code, action, own(name));
    }
    const closed = await openByPost(page("P1", "", { "accept-language": "de-CH" }));
    assert.deepEqual([closed.sendTo, closed.kept, closed.name], [undefined, null, "P1"]);
    assert.deepEqual([closed.ownAddress?.lines, closed.region], [["Road P1"], "CH"]);
    await unlock("P1");
    const opened = await openByPost(page("P1"));
    assert.deepEqual(opened.sendTo?.lines, ["Road P2"]);
    assert(opened.parcels);
    assert.equal((await openByPost(page("P3"))).sendTo, undefined);
    await unlock("P3");
    assert.deepEqual((await openByPost(page("P3"))).sendTo?.lines, ["Road P4"]);
    await unlock("P2");
    assert.equal((await openByPost(page("P2"))).sendTo, null, "P3 has given none");
    const { keeping: [kept] } = await keeperView(services, game, own("P4"));
    const forKept = await openByPost(page("P4", `?for=${kept?.participantId}`));
    assert.deepEqual([forKept.kept?.name, forKept.kept?.id], ["P1", kept?.participantId]);
    assert.equal(forKept.ownAddress, null, "a keeper does not see where they live");
    assert.deepEqual(forKept.sendTo?.lines, ["Road P2"]);
    await refused(() => openByPost(page("P3", `?for=${kept?.participantId}`)), "NOT_KEPT");
  },
);

async function keeperView(services: MailingServices, { code }: Game, shown: object) {
  const view = await viewWithWishes(
    services,
    await openGame(services, code, shown, { markViewed: false }),
  );
  return view.view === "participant" ? view : assert.fail();
}

operationTest(
  "a form about a gift counts only for the receiver it was shown for, once the gift is opened",
  async (services) => {
    const { game, page, unlock } = await ringOf(services, { byPost: true });
    const seen = services.tokens.pair(game, person(game, "P1"));
    const other = services.tokens.pair(game, person(game, "P2"));
    assert.equal((await openByPost(page("P1"))).isSame(seen), false);
    await unlock("P1");
    const opened = await openByPost(page("P1"));
    assert.deepEqual([opened.seen, opened.isSame(seen), opened.isSame(other)], [seen, true, false]);
    assert.equal(opened.isAddressOfOther, false);
    const current = { ...await reread(services, game), isSealed: true };
    const one = person(current, "P1");
    const blocked = { ...one, revealBlockedForTokenVersion: one.tokenVersion };
    assert.equal(isShownPair(services.tokens, current, one, seen), true);
    assert.equal(isShownPair(services.tokens, current, blocked, seen), false);
  },
);

operationTest(
  "openConversation() opens the requested one, and is closed until the gift is opened",
  async (services) => {
    for (const isSealed of [false, true]) {
      const { game, own, page, unlock } = await ringOf(services, { isSealed });
      const open = async (query = "") => {
        const { partner, isClosed, isOver, mayThank } = await openConversation(page("P1", query));
        return [partner, isClosed, isOver, mayThank];
      };
      assert.deepEqual(await open(), ["giver", isSealed, false, false]);
      assert.deepEqual(await open("?with=receiver"), ["receiver", true, false, false]);
      assert.deepEqual(await open("?with=nobody"), ["giver", isSealed, false, false]);
      const message = { action: "sendMessage", to: "giver", text: "Large" } as const;
      await sendMessage(services, game.code, message, own("P2"), {});
      const unread = async () => (await countUnread(services, game, person(game, "P1"))).receiver;
      await open("?with=receiver");
      await unlock("P1");
      await open("?with=giver");
      assert.equal(await unread(), 1);
      assert.deepEqual(await open(), ["receiver", false, false, false]);
      assert.equal(await unread(), 0, "what is shown counts as read");
      assert.deepEqual(await open("?with=giver"), ["giver", false, false, false]);
      await amend(services, game, { date: inDays(-2), earliestEnd: null });
      assert.deepEqual(await open("?with=giver"), ["giver", false, true, true]);
      assert.deepEqual(await open(), ["receiver", false, true, false], "thanks go to the giver");
    }
  },
);

operationTest(
  "mayThank() is for people who showed a token, once it is over and the gift is theirs",
  async (services) => {
    const { game } = await ringOf(services, { isSealed: true });
    const past = { ...game, date: inDays(-2), earliestEnd: null };
    const one = { ...person(game, "P1"), viewedAt: new Date().toISOString() };
    const may = (of: Game, fields: object = {}, hasToken = true) => {
      const participant = { ...one, ...fields };
      const access = { role: "participant", participant, hasToken, seesAssignment: true } as const;
      assert.equal(thanksPath(of, access, new Date()) !== null, mayThank(of, access, new Date()));
      return mayThank(of, access, new Date());
    };
    assert.equal(may(past), true);
    assert.deepEqual(
      [
        may(game),
        may(past, {}, false),
        may(past, { viewedAt: null }),
        may(past, { revealBlockedForTokenVersion: one.tokenVersion }),
      ],
      [false, false, false, false],
    );
    assert.equal(may({ ...past, isSealed: false }, { viewedAt: null }), true);
    assert.match(thanksPath(past, accessOf(one), new Date()) ?? "", /giver#thanks$/);
  },
);

operationTest("a page waits for the draw, and on the day for the finale", async (services) => {
  const { game } = await ringOf(services, {
    reveal: "afterEvent",
    date: inDays(0),
    timeZone: "UTC",
  });
  const current = await reread(services, game);
  const now = new Date();
  const states = [
    { ...current, isGathering: true },
    current,
    { ...current, date: inDays(1), earliestEnd: null },
    { ...current, date: inDays(-1), earliestEnd: null },
    { ...current, reveal: "never" as const },
  ];
  assert.deepEqual(states.map((one) => waitsFor(one, now)), ["draw", "finale", null, null, null]);
  const gathering = { ...current, isGathering: true };
  const [first, ...others] = gathering.participants;
  assert(first);
  const planned = { ...gathering, drawAt: new Date(now.getTime() + 1_000).toISOString() };
  const moments = [
    gathering,
    { ...gathering, participants: others },
    { ...gathering, participants: [...others, { ...first, number: 9 }] },
    { ...gathering, participants: [{ ...first, name: "Zoe" }, ...others] },
    planned,
    current,
  ].map((one) => momentOf(one, now));
  assert.equal(new Set(moments).size, 6);
  assert.equal(momentOf({ ...gathering, name: "Another" }, now), moments[0]);
  const passed = new Date(planned.drawAt);
  assert.equal(momentOf(planned, passed), momentOf(gathering, passed), "its page says no time");
});

operationTest("the pairs are revealed at the promised time", async (services) => {
  const created = async (fields: Record<string, unknown>, change: Record<string, unknown>) => {
    const { game } = await ringOf(services, { reveal: "afterEvent", timeZone: "UTC", ...fields });
    const organizerToken = services.tokens.organizer(game);
    const action = { action: "updateGameDetails", organizerToken, ...change };
    await performAction(services, game.code, gameActionSchema.parse(action), {});
    return await reread(services, game);
  };
  const seen = (game: Game, day: number, time: string) => {
    const now = new Date(`${inDays(day)}T${time}Z`);
    return isRevealed(game, now) ? "pairs" : [waitsFor(game, now), finaleTime(game, now)].join(" ");
  };
  const earlier = await created({ date: inDays(3), time: "20:00" }, { time: "18:00" });
  const late = await created({ date: inDays(3), time: "18:00" }, { time: "20:00" });
  for (const game of [earlier, late]) {
    assert.equal(seen(game, 2, "23:59"), " ");
    assert.equal(seen(game, 3, "19:59"), "finale 20:00");
    assert.equal(seen(game, 3, "20:00"), "pairs");
  }
  assert.notEqual(
    momentOf(late, new Date(`${inDays(3)}T12:00Z`)),
    momentOf({ ...late, time: "21:00" }, new Date(`${inDays(3)}T12:00Z`)),
    "a page that waits shows another time",
  );
  const forward = await created({ date: inDays(8), time: "20:00" }, { date: inDays(6) });
  assert.equal(seen(forward, 6, "21:00"), " ");
  assert.equal(seen(forward, 8, "12:00"), "finale 20:00");
  // Without a time it lasts until the day is over, unless the organizer starts it.
  const timeless = await created({ date: inDays(3), time: "18:00" }, { time: "" });
  assert.equal(seen(timeless, 3, "12:00"), "finale ");
  assert.equal(seen(timeless, 4, "00:00"), "pairs");
  // Another zone moves the end of a whole day into the next one.
  const abroad = await created(
    { date: inDays(3), timeZone: "Pacific/Pago_Pago" },
    { timeZone: "UTC" },
  );
  assert.equal(seen(abroad, 4, "10:59"), "finale 11:00");
  assert.equal(seen(abroad, 4, "11:00"), "pairs");
});

operationTest("openConversation() leaves prefetched messages unread", async (services) => {
  const { game, own, page } = await ringOf(services);
  const text = { action: "sendMessage", to: "receiver", text: "Which size?" } as const;
  await sendMessage(services, game.code, text, own("P1"), {});
  const unread = async (headers: Record<string, string>) => {
    const { messages } = await openConversation(page("P2", "?with=giver", headers));
    assert.equal(messages.toGiver.length, 1);
    return (await countUnread(services, game, person(game, "P2"))).giver;
  };
  assert.equal(await unread({ "sec-purpose": "prefetch" }), 1);
  assert.equal(await unread({}), 0);
});
