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
  name: "the Containerfile builds an image whose service keeps its data only in the volume",
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
    // What is already cached is not fetched again.
    await containers.build([
      ...["-f", "deploy/Containerfile", "--format", "docker"],
      ...["--build-arg", "BASE=localhost/gift-exchange-base"],
      ...["--build-arg", "BUILDPLATFORM=local", "--build-arg", "BUILD_VERSION=tried"],
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
      // A minute, because this machine may be busy with other work.
      for (let attempt = 0; attempt < 1200; attempt++) {
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
    assertSlim(`${await containers.root(container)}/app`);

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

/** What the image may add to its base, in bytes. */
const MOST = 40e6;

/** Fails if the image contains more than serving needs, or something built for one processor only. */
function assertSlim(folder: string): void {
  const files = [...filesIn(folder)];
  const total = files.reduce((sum, path) => sum + Deno.statSync(path).size, 0);
  console.log(`The image adds ${(total / 1e6).toFixed(1)} MB in ${files.length} files to its base`);
  assert(total < MOST, String(total));
  assert(files.includes(`${folder}/main.ts`));
  const wrong = files.filter((path) =>
    /\/(?:data|tests|secrets|\.git)\/|_test(?:ing)?\.tsx?$|token-secret|\.db$|\.sqlite$|\.node$/
      .test(path.replace(/\/node_modules\/.*\//, "/")) || isElf(path)
  );
  assert.deepEqual(wrong, []);
  const packages = [...Deno.readDirSync(`${folder}/node_modules/.deno`)].map(({ name }) => name);
  assert.deepEqual(
    packages.filter((name) => /esbuild|tailwind|daisyui|playwright|postgres-|lucide/.test(name)),
    [],
  );
}

function* filesIn(folder: string): Generator<string> {
  for (const { name, isFile, isDirectory } of Deno.readDirSync(folder)) {
    if (isFile) yield `${folder}/${name}`;
    if (isDirectory) yield* filesIn(`${folder}/${name}`);
  }
}

function isElf(path: string): boolean {
  using file = Deno.openSync(path);
  const start = new Uint8Array(4);
  file.readSync(start);
  return new TextDecoder("latin1").decode(start) === "\x7fELF";
}
