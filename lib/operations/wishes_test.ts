import assert from "node:assert/strict";
import { GameError } from "../game/errors.ts";
import { SKIPPED_LINKS } from "../game/link_versions.ts";
import { LIMITS } from "../game/types.ts";
import { givenWishes, wishDigest } from "../game/wishes.ts";
import {
  amend,
  type MailingServices,
  makeRing,
  operationTest,
  person,
  readViewers,
  refused,
  reread,
  shownBy,
} from "@/tests/support/operations.ts";
import { archiveGame } from "./change.ts";
import { openGame } from "./open.ts";
import { viewWithWishes } from "./shown_wishes.ts";
import { markWish, setWishes } from "./wishes.ts";

/** A ring in which P4 keeps P1; with the actions and views of its people. */
async function wishing(services: MailingServices, fields: Record<string, unknown> = {}) {
  const ring = await makeRing(services, { keepers: [["P4", "P1"]], ...fields });
  const { game, own } = ring;
  const see = async (name: string, markViewed = true) => {
    const view = await viewWithWishes(
      services,
      await openGame(services, game.code, own(name), { markViewed }),
    );
    assert(view.view === "participant");
    return view;
  };
  const set = (name: string, revision: number, wishes: Record<string, unknown>[]) =>
    setWishes(
      services,
      game.code,
      { action: "setWishes", revision, wishes: givenWishes.parse(wishes) },
      own(name),
    );
  const mark = (name: string, wishId: string, bought: boolean, keptId = "") =>
    markWish(services, game.code, { action: "markWish", wishId, bought, keptId }, own(name), {});
  return { ...ring, see, set, mark };
}

const ownRecord = (view: Awaited<ReturnType<typeof viewWithWishes>>) =>
  view.view === "participant"
    ? view.participants.flatMap((one) => "wishesRevision" in one ? one : [])[0] ?? assert.fail()
    : assert.fail();

const titlesOf = (wishes: readonly { title: string }[] | undefined) =>
  wishes?.map(({ title }) => title);

operationTest("setWishes() replaces a list of the revision that was seen", async (services) => {
  const { see, set, game } = await wishing(services);
  const { game: after } = await set("P2", 0, [{ title: "Tea" }, { title: "Cup" }]);
  assert.deepEqual(after.wishLists, [{ participant: 2, version: 1, revision: 1, count: 2 }]);
  const { wishes = [], wishesRevision } = ownRecord(await see("P2"));
  assert.deepEqual([titlesOf(wishes), wishesRevision], [["Tea", "Cup"], 1]);
  const [tea, cup] = wishes;
  assert(tea && cup);
  await set("P2", 1, [cup, { title: "Book" }, tea]);
  const participant = ownRecord(await see("P2"));
  assert.deepEqual(titlesOf(participant.wishes), ["Cup", "Book", "Tea"]);
  assert.equal(participant.wishes?.[0]?.id, cup.id, "it is still the same item");
  // The same list again is no change, and an outdated one is refused with the present one.
  assert.equal((await set("P2", 2, participant.wishes ?? [])).game.wishLists[0]?.revision, 2);
  await assert.rejects(set("P2", 1, [{ title: "Lost" }]), (error) => {
    assert(error instanceof GameError && error.code === "STALE_WISHES");
    assert(JSON.stringify(error.present).includes("Book"));
    return true;
  });
  await refused(() => set("P2", 2, [{ ...tea, id: crypto.randomUUID() }]), "UNKNOWN_WISH");
  await refused(
    () => set("P2", 2, [{ title: "Tea", photo: crypto.randomUUID() }]),
    "UNKNOWN_PHOTO",
  );
  await set("P3", 0, [{ title: "Jam" }]);
  await set("P2", 2, []);
  assert.deepEqual(
    (await reread(services, game)).wishLists.map((one) => [one.participant, one.count]).toSorted(),
    [[2, 0], [3, 1]],
  );
});

operationTest(
  "setWishes() refuses a page with a list that a restore has lost",
  async (services) => {
    const { set, game } = await wishing(services);
    await set("P2", 0, [{ title: "Tea" }]);
    const { organizerTokenReserved } = await reread(services, game);
    // As after a restore. P2 had written another list since the backup, and P3 their first.
    await amend(services, game, {
      organizerTokenReserved: SKIPPED_LINKS + organizerTokenReserved,
    });
    const lost = { P2: 2, P3: 1 };
    await set("P2", 1, [{ title: "Book" }]);
    await set("P3", 0, [{ title: "Jam" }]);
    for (const [name, revision] of Object.entries(lost)) {
      await refused(() => set(name, revision, [{ title: "Lost" }]), "STALE_WISHES");
    }
    const [head] = (await reread(services, game)).wishLists;
    assert(head);
    const { game: after } = await set("P2", head.revision, [{ title: "Cup" }]);
    assert(after.wishLists.some(({ revision }) => revision === head.revision + 1));
  },
);

operationTest("setWishes() and markWish() want the person's own token", async (services) => {
  const { game, set, mark } = await wishing(services);
  const organizerToken = services.tokens.organizer(game);
  await set("P2", 0, [{ title: "Tea" }]);
  const [list] = await services.store.readWishLists(game.id, [2]);
  const wishId = list?.wishes[0]?.id ?? assert.fail();
  for (
    const [credential, code] of [
      [{}, "TOKEN_REQUIRED"],
      [{ participantId: person(game, "P2").id }, "TOKEN_REQUIRED"],
      [{ organizerToken }, "TOKEN_REQUIRED"],
      [{ participantToken: organizerToken }, "INVALID_TOKEN"],
    ] as const
  ) {
    const body = { action: "setWishes" as const, revision: 1, wishes: [] };
    await refused(() => setWishes(services, game.code, body, credential), code);
    const marking = { action: "markWish", wishId, bought: true } as const;
    await refused(() => markWish(services, game.code, marking, credential, {}), code);
  }
  await refused(() => mark("P2", wishId, true), "WISH_NOT_FOUND");
  await refused(() => mark("P3", wishId, true), "WISH_NOT_FOUND");
  await refused(() => mark("P4", wishId, true, person(game, "P3").id), "NOT_KEPT");
  await archiveGame(services, game.code, organizerToken);
  await refused(() => set("P2", 1, []), "GAME_NOT_FOUND");
});

operationTest(
  "setWishes() and markWish() open no gift, and wake the delivery",
  async (services) => {
    const { game, own } = await wishing(services, { keepers: [] });
    let woken = 0;
    services.push.wake = () => void woken++;
    const tea = givenWishes.parse([{ title: "Tea" }]);
    const set = { action: "setWishes", revision: 0, wishes: tea } as const;
    await setWishes(services, game.code, set, own("P2"));
    const [list] = await services.store.readWishLists(game.id, [2]);
    const wishId = list?.wishes[0]?.id ?? assert.fail();
    const mark = { action: "markWish", wishId, bought: true } as const;
    await markWish(services, game.code, mark, own("P1"));
    assert.deepEqual([await readViewers(services, game), woken], [[], 1]);
    const [marked] = await services.store.readWishMarks(game.id, [1]);
    const age = Date.now() - Date.parse(marked?.markedAt ?? "");
    assert(age >= 0 && age < 60_000, `${age} ms`);

    // A list that a new link writes is its own.
    const { participants } = await reread(services, game);
    const renewed = participants.map((one) =>
      one.name === "P2" ? { ...one, tokenVersion: 2 } : one
    );
    const after = await amend(services, game, { participants: renewed });
    const action = { action: "setWishes", revision: 1, wishes: tea } as const;
    const shown = shownBy(services, after, "P2");
    const { wishLists } = (await setWishes(services, game.code, action, shown)).game;
    assert.deepEqual(wishLists, [{ participant: 2, version: 2, revision: 2, count: 1 }]);
    assert.deepEqual((await reread(services, game)).wishLists, wishLists);
  },
);

operationTest("setWishes() notifies the giver, and no one else", async (services) => {
  const { game, set } = await wishing(services, { sendEmails: true });
  const waiting = async () =>
    (await Promise.all(
      [1, 2, 3, 4].map((number) =>
        services.store.countRecentMails(game.id, [number], "wishChanged")
      ),
    )).map((counts) => [...counts.values()].reduce((sum, one) => sum + one, 0));
  await set("P2", 0, [{ title: "Tea" }]);
  assert.deepEqual(await waiting(), [1, 0, 0, 0]);
});

operationTest(
  "markWish() shows the mark to the giver and their keeper, not to the list's owner",
  async (services) => {
    const { game, see, set, mark } = await wishing(services);
    await set("P2", 0, [{ title: "Tea" }, { title: "Cup" }]);
    const seen = async () => {
      const [giver, owner, other, keeper] = await Promise.all(
        ["P1", "P2", "P3", "P4"].map((name) => see(name)),
      );
      const kept = keeper?.keeping.find(({ receiver }) => receiver?.name === "P2");
      assert(!JSON.stringify(owner).includes("isBought"));
      assert(!JSON.stringify(other).includes("Tea"));
      return [giver?.receiver, kept?.receiver].map((receiver) =>
        receiver?.wishes?.map(({ title, isBought }) => `${title} ${isBought}`)
      );
    };
    const none = ["Tea false", "Cup false"];
    assert.deepEqual(await seen(), [none, none]);
    const id = (await see("P1")).receiver?.wishes?.[0]?.id ?? assert.fail();
    await mark("P1", id, true);
    assert.deepEqual(await seen(), [["Tea true", "Cup false"], ["Tea true", "Cup false"]]);
    const kept = (await see("P4")).keeping[0]?.participantId ?? assert.fail();
    await mark("P4", id, false, kept);
    assert.deepEqual(await seen(), [none, none]);

    await mark("P1", id, true);
    await set("P2", 1, []);
    const { receiver } = await see("P1");
    assert.deepEqual(receiver?.wishes ?? [], []);
    assert.deepEqual(
      receiver?.markedWishes?.map(({ title, isGone }) => [title, isGone]),
      [["Tea", true]],
      "what they have taken stays known to them",
    );
    await mark("P1", id, true);
    await mark("P1", id, false);
    assert.deepEqual((await see("P1")).receiver?.markedWishes ?? [], []);
    await refused(() => mark("P1", id, false), "WISH_NOT_FOUND");
    assert.equal(game.wishLists.length, 0);
  },
);

operationTest(
  "markWish() marks the item that was seen, and not its later version",
  async (services) => {
    const { game, own, see, set, mark } = await wishing(services);
    await set("P2", 0, [{ title: "Teapot" }]);
    const item = (await see("P1")).receiver?.wishes?.[0] ?? assert.fail();
    const marked = { ...item, note: "The blue one" };
    await set("P2", 1, [{ ...marked, title: "Coffee pot" }]);
    const take = (seen: { seen?: string; seenTitle?: string }) =>
      markWish(
        services,
        game.code,
        { action: "markWish", wishId: item.id, bought: true },
        own("P1"),
        seen,
      );
    const isTaken = async () => (await see("P1")).receiver?.wishes?.[0]?.isBought;
    const now = { ...marked, title: "Coffee pot" };
    for (
      const other of [
        item,
        marked,
        { ...now, note: "" },
        { ...now, url: "https://shop.example/other" },
        { ...now, price: { amount: "9", currency: "EUR" } },
        { ...now, photo: crypto.randomUUID() },
      ]
    ) {
      await take({ seen: wishDigest(other) });
      assert.equal(await isTaken(), false, JSON.stringify(other));
    }
    await take({ seen: wishDigest(now) });
    assert.equal(await isTaken(), true);
    await mark("P1", item.id, false);
    // Pages of the previous release send the title alone.
    await take({ seenTitle: "Teapot" });
    assert.equal(await isTaken(), false);
    await take({ seenTitle: "Coffee pot" });
    assert.equal(await isTaken(), true);
  },
);

operationTest(
  "markWish() forgets the oldest mark beyond the limit",
  async (services) => {
    const { game, own, set } = await wishing(services);
    await set("P2", 0, [{ title: "Tea" }]);
    const [list] = await services.store.readWishLists(game.id, [2]);
    const wish = list?.wishes[0] ?? assert.fail();
    const other = { ...wish, title: "Cup" };
    for (
      const [count, receiver, bought, isForgotten] of [
        [LIMITS.wishMarks, 2, true, true],
        [LIMITS.wishMarks, 2, false, false],
        [LIMITS.wishMarks - 1, 2, true, false],
        [LIMITS.wishMarks, 3, true, false],
      ] as const
    ) {
      const marks = Array.from({ length: count }, (_, index) => {
        const item = { ...other, id: crypto.randomUUID() };
        const markedAt = new Date(index).toISOString();
        return { giver: 1, receiver, wishId: item.id, item: JSON.stringify(item), markedAt };
      });
      const written: [string, boolean][] = [];
      const store = Object.assign(Object.create(services.store), {
        readWishMarks: () => Promise.resolve(marks),
        markWish: (_: string, { wishId, wish }: { wishId: string; wish: object | null }) => {
          written.push([wishId, wish !== null]);
          return Promise.resolve(true);
        },
      });
      const body = { action: "markWish", wishId: wish.id, bought } as const;
      await markWish({ ...services, store }, game.code, body, own("P1"), {});
      assert.deepEqual(written, [
        ...isForgotten ? [[marks[0]?.wishId, false]] : [],
        ...bought ? [[wish.id, true]] : [],
      ]);
    }
  },
);

operationTest(
  "markWish() waits for the draw, and for a gift that is not locked",
  async (services) => {
    const { game, set, mark } = await wishing(services, { keepers: [] });
    await set("P2", 0, [{ title: "Tea" }]);
    const [list] = await services.store.readWishLists(game.id, [2]);
    const id = list?.wishes[0]?.id ?? assert.fail();
    const change = (fields: object) =>
      amend(services, game, {
        participants: game.participants.map((one) => ({ ...one, ...fields })),
      });
    await change({ receiver: null });
    await refused(() => mark("P1", id, true), "NOT_DRAWN_YET");
    await change({ revealBlockedForTokenVersion: 1 });
    await amend(services, game, { isSealed: true });
    await refused(() => mark("P1", id, true), "GIFT_WITHHELD");
  },
);

operationTest("a list is not shown before the gift is, nor without a token", async (services) => {
  const { game, see, set } = await wishing(services, { isProtected: false });
  await set("P2", 0, [{ title: "Tea" }]);
  const credential = { participantId: person(game, "P1").id };
  const byId = await viewWithWishes(
    services,
    await openGame(services, game.code, credential, { markViewed: true }),
  );
  assert(!JSON.stringify(byId).includes("Tea"));
  const organizer = await viewWithWishes(
    services,
    await openGame(services, game.code, { organizerToken: services.tokens.organizer(game) }, {
      markViewed: true,
    }),
  );
  assert(!JSON.stringify(organizer).includes("Tea"));
  assert.deepEqual(titlesOf((await see("P1")).receiver?.wishes), ["Tea"]);
});
