import assert from "node:assert/strict";
import { makeStored, operationTest, person, refused, reread } from "@/tests/support/operations.ts";
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
