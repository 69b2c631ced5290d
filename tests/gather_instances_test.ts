import assert from "node:assert/strict";
import { drawDue } from "@/lib/operations/draw_due.ts";
import { startApp } from "./support/app.ts";
import { brokenInvariants } from "./support/invariants.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { databaseOf } from "./support/sql.ts";
import { assertValidDraw } from "./support/views.ts";

/** Number of people who join at the same time; `deno task faults rounds` uses a thousand. */
const PEOPLE = 100;
/** Number of these people who send their name to each of the two instances. */
const TWICE = 10;
const HOUR = 3_600_000;

/** Another instance, up to the moment when it has decided on a draw and holds the game's lock. */
async function startDrawing(url: string): Promise<Deno.ChildProcess> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "tests/support/draw_process.ts", url, "2"],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  assert.match(new TextDecoder().decode(value), /decided/);
  await reader.cancel();
  return child;
}

Deno.test({
  name:
    "a round admits all who join through two instances, and is drawn once though one is killed drawing",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeMigratedDatabase();
    await using one = await startApp({ DATABASE_URL: url });
    await using other = await startApp({ DATABASE_URL: url });
    const instances = [one, other];
    const game = await one.client.createGame({
      draw: "later",
      drawAt: new Date(Date.now() + HOUR).toISOString(),
      participants: [],
      isProtected: true,
    });
    const { invitationToken } = game;
    const join = (index: number, instance: number) =>
      instances[instance % 2]!.client.patchGame(game, {
        action: "joinInvitation",
        invitationToken,
        participantName: `Guest ${index}`,
      });
    const answers = await Promise.all(
      Array.from(
        { length: PEOPLE },
        (_, index) => index < TWICE ? [join(index, 0), join(index, 1)] : [join(index, index)],
      ).flat(),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    assert.deepEqual([count(200), count(400)], [PEOPLE, TWICE]);
    const gathered = await other.client.readAsOrganizer(game);
    assert.equal(new Set(gathered.participants.map(({ name }) => name)).size, PEOPLE);
    assert.equal(gathered.participants.length, PEOPLE);

    const later = new Date(Date.now() + 2 * HOUR);
    const killed = await startDrawing(url);
    const drawing = Promise.all(instances.map(({ services }) => drawDue(services, later)));
    killed.kill("SIGKILL");
    await killed.status;
    const runs = await drawing;
    assert.deepEqual(runs.map(({ failed }) => failed), [0, 0]);
    assert.equal(runs.reduce((sum, { drawn }) => sum + drawn, 0), 1, "drawn once");
    const drawn = await one.client.readAsOrganizer(game);
    assertValidDraw(drawn);
    assert.deepEqual((await drawDue(one.services, later)).drawn, 0);
    assert.deepEqual((await other.client.readAsOrganizer(game)).assignments, drawn.assignments);
    assert.deepEqual(await brokenInvariants(databaseOf({ DATABASE_URL: url })), []);
  },
});
