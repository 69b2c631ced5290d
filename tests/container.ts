import assert from "node:assert/strict";
import { Client } from "./support/client.ts";
import { type Contained, Containers } from "./support/container.ts";
import { people } from "./support/games.ts";
import { freePort } from "./support/postgres.ts";

/** The user that the Containerfile names. */
const NOBODY = 10001;

const containers = await Containers.open("localhost/gift-exchange-base");
if (typeof containers === "string") {
  console.error(`NOT TESTED: the Containerfile: ${containers}`);
}

Deno.test({
  name: "the Containerfile makes an image whose service keeps its data in the volume alone",
  ignore: typeof containers === "string",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    assert(typeof containers !== "string");
    await using _ = containers;
    const cache = JSON.parse(
      new TextDecoder().decode(
        (await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output()).stdout,
      ),
    ).denoDir;
    const image = "localhost/gift-exchange";
    // What was fetched already is not fetched again.
    const args = ["-f", "deploy/Containerfile", "--ignorefile", "deploy/containerignore"];
    const base = ["--build-arg", "BASE=localhost/gift-exchange-base"];
    await containers.build([
      ...args,
      ...base,
      "-v",
      `${cache}:/root/.cache/deno`,
      "-t",
      image,
      ".",
    ]);

    const port = freePort();
    const env = { PORT: String(port), HOST: "127.0.0.1", RATE_LIMIT: "off" };
    const client = new Client(fetch, `http://127.0.0.1:${port}`);
    const untilReady = async () => {
      for (let attempt = 0; attempt < 200; attempt++) {
        const ready = await client.get("/api/health/ready").catch(() => null);
        if (ready?.status === 200) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      assert.fail("the container does not answer");
    };

    const container = await containers.from(image);
    const game = await use(async (running) => {
      const status = await Deno.readTextFile(`/proc/${await running.process()}/status`);
      assert.match(status, new RegExp(`^Uid:\\s+${NOBODY}\\s+${NOBODY}`, "m"));
      assert.equal((await client.get("/styles.css")).status, 200);
      return await client.createGame({ participants: people(3) });
    });
    await use(async () => {
      assert.equal((await client.readAsOrganizer(game)).participants.length, 3);
    });
    await assert.rejects(containers.run(container, ": > /app/written"), /Permission denied/);
    await containers.run(
      container,
      "test -e main.ts && test ! -e .git && test ! -e tests && test ! -e data",
    );

    async function use<T>(work: (running: Contained) => Promise<T>): Promise<T> {
      assert(typeof containers !== "string");
      await using running = await containers.start(container, env);
      await untilReady();
      const result = await work(running);
      const { code, printed } = await running.stop();
      assert.equal(code, 0, printed);
      assert.doesNotMatch(printed, /NotCapable|unexpected failure/);
      return result;
    }
  },
});
