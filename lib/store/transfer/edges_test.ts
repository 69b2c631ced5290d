import assert from "node:assert/strict";
import {
  regenerateInvitationToken,
  regenerateToken,
  reserveOrganizerToken,
} from "../../game/actions/links.ts";
import { addParticipant, joinInvitationRow } from "../../game/actions/people.ts";
import { earliestAfter } from "../../game/finale.ts";
import { Tokens } from "../../game/tokens.ts";
import type { Game } from "../../game/types.ts";
import type { Settings } from "../../settings.ts";
import { backup, move, restore } from "./transfer.ts";
import { SetClock } from "@/tests/support/clock.ts";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { makeDatabase } from "@/tests/support/postgres.ts";
import { sqlOn } from "@/tests/support/sql.ts";
import {
  ENGINES,
  engines,
  recordsIn,
  restored,
  serve,
  testFor,
  unwatched,
} from "@/tests/support/transfer.ts";

testFor(
  engines,
  "a game on the last possible day, and one drawn at the last moment, are backed up and restored",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    const date = "9999-12-31";
    const late = [
      makeGame(3, { date }),
      makeGame(3, { date, time: "20:00", timeZone: "America/New_York" }),
      makeGame(3, { draw: "later", drawAt: `${date}T23:59:59-12:00` }),
    ];
    // One that is moved there once someone has opened their gift.
    const [opener] = late[0]?.participants ?? [];
    assert(opener);
    const moved = { ...makeGame(3), participants: [{ ...opener, receiver: 2, viewedAt: "x" }] };
    const earliest = earliestAfter(moved, { date, time: "", timeZone: null });
    await serve(source, async (store) => {
      for (const game of late) await store.createGame(game, []);
      await store.createGame({ ...makeGame(3), date, ...earliest }, []);
      // None of them is due for a while.
      assert.deepEqual(await store.listDueDraws(new Date(), null, 10), []);
    });
    const path = `${directory}/backup.gz`;
    assert.equal((await backup(source, path, unwatched)).counts.games, 4);
    // On a server this one has no tables yet.
    const target = engine === "Postgres"
      ? { ...source, databaseUrl: await makeDatabase() }
      : await ENGINES[engine](directory);
    await restore(target, path, unwatched);
    assert.deepEqual(await recordsIn(target), restored(await recordsIn(source)));
  },
);

/** The Message-ID's name of a mail that is written now. */
function nextMailName(settings: Settings): Promise<string> {
  return serve(settings, async (store, key) => {
    const { mailIds } = await store.createGame(makeGame(3), [{ recipient: 1, kind: "assignment" }]);
    return new Tokens(key).mailName(mailIds[0] ?? "");
  });
}

testFor(
  engines,
  "after restore() no mail has the name of one that was written since the backup",
  async (engine, directory) => {
    for (const count of [0, 1]) {
      const source = await ENGINES[engine](directory);
      await nextMailName(source);
      // Mails of removed games have had ids, too.
      if (count === 0) await sqlOn(source, "delete from outbox");
      const path = `${directory}/${count}.gz`;
      await backup(source, path, unwatched);
      const names = new Set<string>();
      for (let written = 0; written < 3; written++) names.add(await nextMailName(source));
      const target = await ENGINES[engine](directory);
      await restore(target, path, unwatched);
      assert.equal((await recordsIn(target)).flatMap(({ mails }) => mails).length, count);
      for (let written = 0; written < 3; written++) names.add(await nextMailName(target));
      assert.equal(names.size, 6);
    }
  },
);

/** Makes a person join, and renews P2's link and the others. @returns all links then, by who they open */
function giveLinks(settings: Settings, { id }: Game, participantName: string) {
  return serve(settings, async (store, key) => {
    const after = await store.changeGameById(id, (before) => {
      assert(before);
      const action = joinInvitationRow.body.parse({ action: "joinInvitation", participantName });
      const { game: joined } = addParticipant(before, action, decisionContext);
      const [, bea] = joined.participants;
      assert(bea);
      const { game: renewed } = regenerateToken(joined, {
        action: "regenerateToken",
        participantId: bea.id,
      });
      const reserved = reserveOrganizerToken(regenerateInvitationToken(renewed).game);
      const game = { ...reserved, organizerTokenVersion: reserved.organizerTokenReserved };
      return { game, outbox: null, result: game };
    });
    return linksOf(after, key);
  });
}

function linksOf(game: Game, key: Uint8Array): Map<string, string> {
  const tokens = new Tokens(key);
  return new Map([
    [tokens.organizer(game), "organizer"],
    [tokens.invitation(game), "invitation"],
    ...game.participants.map((one) => [tokens.participant(game, one), one.name] as const),
  ]);
}

testFor(
  engines,
  "after restore() no link that was given since the backup opens anything, however often it is restored",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    const game = makeGame(4, { draw: "later" });
    const before = await serve(source, async (store, key) => {
      await store.createGame(game, []);
      return linksOf(game, key);
    });
    const path = `${directory}/backup.gz`;
    await backup(source, path, unwatched);
    const gone = [...await giveLinks(source, game, "Zoe")].filter(([link]) => !before.has(link));
    assert.deepEqual(gone.map(([, name]) => name), ["organizer", "invitation", "P2", "Zoe"]);
    using clock = new SetClock();
    for (const [restores, hours] of [0, 2, 1, 0.25, 200, 0.25].entries()) {
      clock.move(hours);
      const target = await ENGINES[engine](directory);
      await restore(target, path, unwatched);
      const kept = await serve(target, async (store, key) => {
        const there = await store.readGameById(game.id);
        assert(there);
        return linksOf(there, key);
      });
      assert.deepEqual(kept, before);
      const after = await giveLinks(target, game, `Newcomer ${restores}`);
      for (const [link] of gone) assert.equal(after.get(link), undefined);
      assert.equal([...before].filter(([link]) => after.has(link)).length, 3, "of P1, P3 and P4");
      gone.push(...[...after].filter(([link]) => !before.has(link)));
    }
  },
);

testFor(
  engines,
  "after another move() from the remaining copy no link that an earlier target gave opens anything",
  async (engine, directory) => {
    const { tokenSecret = null, ...source } = await ENGINES[engine](directory);
    const game = makeGame(4, { draw: "later" });
    const before = await serve({ ...source, tokenSecret }, async (store, key) => {
      await store.createGame(game, []);
      return linksOf(game, key);
    });
    const gone = new Set<string>();
    const names = new Set<string>();
    for (const round of [1, 2, 3]) {
      const target = { ...await ENGINES[engine](directory), tokenSecret };
      const { isCopy } = await move(source, target, tokenSecret, unwatched);
      assert.equal(isCopy, round > 1);
      const after = await giveLinks(target, game, `Newcomer ${round}`);
      const given = [...after.keys()].filter((link) => !before.has(link));
      assert.equal(given.length, 4, "of the organizer, the invitation, P2 and who is new");
      for (const link of given) {
        assert(!gone.has(link), after.get(link));
        gone.add(link);
      }
      names.add(await nextMailName(target));
      assert.equal(names.size, round);
    }
  },
);

testFor(
  engines,
  "restore() skips no more numbers if they are about to run out",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    const last = 2_099_999_999;
    await serve(source, (store) => store.createGame({ ...makeGame(3), nextNumber: last }, []));
    const path = `${directory}/backup.gz`;
    await backup(source, path, unwatched);
    const target = await ENGINES[engine](directory);
    await restore(target, path, unwatched);
    assert.deepEqual(await recordsIn(target), await recordsIn(source));
  },
);

testFor(
  engines,
  "a transfer does not count a notice as delivered that waits for another attempt",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    const [delivered, tried] = [crypto.randomUUID(), crypto.randomUUID()];
    const { game } = await serve(source, async (store) => {
      const made = await store.createGame(makeGame(3), []);
      const { id } = made.game;
      for (const device of [delivered, tried]) {
        await store.addDevice(id, {
          ...{ id: device, recipient: 1, version: 1, since: new Date().toISOString() },
          ...{ marks: [device], sealed: "sealed" },
        }, 5);
        assert.equal(await store.takePairTurn(id, device, "1", 10), "yes");
      }
      await store.endPairTurn(id, delivered, "1");
      return made;
    });
    const path = `${directory}/backup.gz`;
    await backup(source, path, unwatched);
    const targets = [await ENGINES[engine](directory), await ENGINES[engine](directory)] as const;
    await restore(targets[0], path, unwatched);
    await move(source, targets[1], source.tokenSecret, unwatched);
    for (const target of targets) {
      await serve(target, async (store) => {
        assert.equal(await store.takePairTurn(game.id, delivered, "1", 10), "told");
        assert.equal(await store.takePairTurn(game.id, tried, "1", 10), "yes");
      });
    }
  },
);
