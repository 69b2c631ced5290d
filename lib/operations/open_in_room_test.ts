import assert from "node:assert/strict";
import {
  amend,
  makeStored,
  operationTest,
  person,
  refused,
  reread,
} from "@/tests/support/operations.ts";
import { people } from "@/tests/support/games.ts";
import type { Change, Game } from "../game/types.ts";
import { openInRoom } from "./open_in_room.ts";

operationTest("openInRoom() opens a gift once, for the organizer alone", async (services) => {
  const { tokens } = services;
  const game = await makeStored(services);
  const one = person(game, "P1");
  const open = (token?: string) => openInRoom(services, game.code, one.id, token);
  await refused(() => open(), "TOKEN_REQUIRED");
  for (const token of [tokens.participant(game, one), "wrong"]) {
    await refused(() => open(token), "INVALID_TOKEN");
  }
  assert.equal(person(await reread(services, game), "P1").viewedAt, null);
  assert.equal((await open(tokens.organizer(game))).number, one.receiver);
  assert(person(await reread(services, game), "P1").openedInRoomAt);
  await refused(() => open(tokens.organizer(game)), "ALREADY_OPENED_IN_ROOM");
});

operationTest(
  "openInRoom() ends a sealed game's memory, and reports the resulting game",
  async (services) => {
    const { store, tokens } = services;
    const participants = [...people(4), { name: "Offline" }];
    const made = await makeStored(services, { isSealed: true, sendEmails: true, participants });
    const game = await amend(services, made, {
      memory: [{ date: "2020-12-24", isSealed: true, pairs: [["a", "b"]] }],
    });
    const woken: string[] = [];
    services.mail.wake = () => void woken.push("mail");
    services.push.wake = () => void woken.push("push");
    let told: Game | null = null;
    const mail = Object.assign(Object.create(services.mail), {
      mailsFor({ game }: Change) {
        told = game;
        return [{ recipient: 1, kind: "reminder" }];
      },
    });
    const { id } = person(game, "Offline");
    const receiver = await openInRoom({ ...services, mail }, game.code, id, tokens.organizer(game));
    const after = await reread(services, game);
    assert.equal(person(after, "Offline").receiver, receiver.number);
    assert(person(after, "Offline").openedInRoomAt);
    assert.deepEqual(after.memory, []);
    assert.deepEqual(told, after);
    assert.equal((await store.countRecentMails(game.id, [1], "reminder")).get(1), 1);
    assert.deepEqual(woken, ["mail", "push"]);
  },
);
