import assert from "node:assert/strict";
import { organizerView } from "@/lib/game/views.ts";
import { makeGame, tokens } from "../support/games.ts";
import { World } from "./world.ts";

const NOBODY = { games: new Set<never>(), people: new Set<never>(), said: new Set<string>() };

/** A protected game in which everyone has a watched address. */
function protectedView() {
  const game = makeGame(3, {
    isProtected: true,
    organizerEmail: "o@secret.example",
    participants: ["A", "B", "C"].map((name) => ({ name, email: `${name}@secret.example` })),
  });
  return organizerView(game, tokens, new Date());
}

Deno.test("World.leaksIn() finds every kind of secret, however it is escaped", () => {
  const world = new World();
  const view = protectedView();
  world.learn(view);
  const [one] = view.participants;
  assert(one);
  for (
    const secret of [
      view.organizerToken,
      view.invitationToken,
      view.organizerEmail,
      one.token,
      one.email,
      one.id,
    ]
  ) {
    assert.deepEqual(world.leaksIn(`<a href="/x?y=${secret}&z=1">`, NOBODY), [secret]);
    assert.deepEqual(world.leaksIn(encodeURIComponent(`"${secret}"`), NOBODY), [secret]);
    const besideOthers = `%s%n=${encodeURIComponent(`?x=${secret}`)}`;
    assert.deepEqual(world.leaksIn(besideOthers, NOBODY), [secret], "beside what is no escape");
    assert.deepEqual(world.leaksIn(`{"x":"${secret}"}`, world.rightsOf(secret)), [], "an echo");
  }
  assert.deepEqual(world.leaksIn(`${view.name} ${view.code} ${crypto.randomUUID()}`, NOBODY), []);
});

Deno.test("World.rightsOf() grants organizers everything, people only their own data, and old tokens nothing", () => {
  const world = new World();
  const view = protectedView();
  world.learn(view);
  const [one, other] = view.participants;
  assert(one && other);
  const all = JSON.stringify(view);
  assert.deepEqual(
    world.leaksIn(all, world.rightsOf(`?organizerToken=${view.organizerToken}`)),
    [],
  );
  const own = world.rightsOf(`cookie: participant_123456=${one.token}`);
  assert.deepEqual(world.leaksIn(`${one.email} ${one.id}`, own), []);
  assert.deepEqual(world.leaksIn(other.email, own), [other.email]);
  assert.deepEqual(world.leaksIn(view.organizerToken, own), [view.organizerToken]);
  const old = view.organizerToken;
  world.learn({ ...view, organizerToken: "AAAAAAAAAAAAAAAAAAAAAA" });
  assert.deepEqual(world.leaksIn(one.token, world.rightsOf(old)), [one.token]);
  const foreign = protectedView();
  world.learn({ ...foreign, organizerEmail: "p@secret.example" });
  assert.deepEqual(world.leaksIn(one.token, world.rightsOf(foreign.organizerToken)), [one.token]);
});

Deno.test("World.carry() treats addresses of a repeated game that were never seen before as shared", () => {
  const world = new World();
  const before = protectedView();
  world.learn({ ...before, participants: before.participants.slice(0, 2) });
  const after = protectedView();
  const asked = world.rightsOf(`${before.organizerToken} p@secret.example`);
  const [one, , joined] = before.participants;
  assert(one && joined);
  world.carry({ ...after, organizerEmail: "p@secret.example" }, asked);
  world.learn({ ...after, organizerEmail: "p@secret.example" });
  const ofBefore = world.rightsOf(before.organizerToken);
  // A participant who joined the previous game and was not read before the next one was created.
  assert.deepEqual(world.leaksIn(joined.email, ofBefore), []);
  // Addresses sent only for the next game belong to it, and known ones stay watched.
  assert.deepEqual(world.leaksIn("p@secret.example", ofBefore), ["p@secret.example"]);
  assert.deepEqual(world.leaksIn(one.email, world.rightsOf(after.organizerToken)), []);
  assert.deepEqual(world.leaksIn(one.email, NOBODY), [one.email]);
});
