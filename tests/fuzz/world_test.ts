import assert from "node:assert/strict";
import { organizerView } from "@/lib/game/views.ts";
import { makeGame, tokens } from "../support/games.ts";
import { World } from "./world.ts";

const NOBODY = { games: new Set<never>(), people: new Set<never>(), said: new Set<string>() };

/** A protected game, and everybody in it with an address that is watched over. */
function protectedView() {
  const game = makeGame(3, {
    isProtected: true,
    organizerEmail: "o@secret.example",
    participants: ["A", "B", "C"].map((name) => ({ name, email: `${name}@secret.example` })),
  });
  return organizerView(game, tokens);
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
    assert.deepEqual(world.leaksIn(`{"x":"${secret}"}`, world.rightsOf(secret)), [], "an echo");
  }
  assert.deepEqual(world.leaksIn(`${view.name} ${view.code} ${crypto.randomUUID()}`, NOBODY), []);
});

Deno.test("World.rightsOf() lets organizers know all, people themselves alone, old tokens nothing", () => {
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
