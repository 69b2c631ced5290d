import assert from "node:assert/strict";
import { Client, type CreatedGame } from "./support/client.ts";
import { people } from "./support/games.ts";
import { assertKeepsSecret, playGame } from "./support/played_game.ts";
import { freePort, makeMigratedDatabase } from "./support/postgres.ts";
import { installed } from "./support/programs.ts";
import { type ProxyName, type ReverseProxy, startReverseProxy } from "./support/reverse_proxy.ts";
import { type ServerProcess, startServer } from "./support/server.ts";
import { until } from "./support/until.ts";
import { assertValidDraw, named } from "./support/views.ts";
import { startMailServer } from "./support/mail.ts";
import { amount, sample } from "./support/sample.ts";

const NAMES: readonly ProxyName[] = ["nginx", "caddy"];
/** The test command replaces instances behind one of them and plays through the other. */
const REPLACED = sample<ProxyName>(["nginx", "caddy"]);
const PLAYED = sample<ProxyName>(["caddy", "nginx"]);
const LIMIT = 150;
/** Number of simultaneous players and the rest of each, in ms: enough for one request at any time without a crowd. */
const PLAYING = 4;
const REST = 100;
/** Longer rest while an instance without requests starts, so that it has the CPU cores. */
const REST_OF_START = 500;

/** Two instances on one Postgres server, behind a proxy with the example configuration of `deploy/`. */
async function behindProxy(
  name: ProxyName,
  env: Record<string, string>,
  run: (
    proxy: ReverseProxy,
    instances: ServerProcess[],
    start: (i: number) => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  const ports: [number, number] = [freePort(), freePort()];
  const databaseUrl = await makeMigratedDatabase();
  const instances: ServerProcess[] = [];
  const start = async (index: number) => {
    instances[index] = await startServer({
      PORT: String(ports[index]),
      DATABASE_URL: databaseUrl,
      DATA_DIR: "unused",
      TOKEN_SECRET: "the token secret of both instances",
      PUBLIC_URL: "https://localhost",
      TRUST_PROXY: "1",
      ...env,
    });
  };
  await start(0);
  await start(1);
  try {
    await using proxy = await startReverseProxy(name, ports);
    await run(proxy, instances, start);
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()));
  }
}

/** An instance that aborts every answer except those about its health. */
function startBreakingOff() {
  let isReady = true;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
    if (new URL(url).pathname.startsWith("/api/health/")) {
      return new Response("", { status: isReady ? 200 : 503 });
    }
    const half = ReadableStream.from([new TextEncoder().encode("half")]);
    return new Response(half, { headers: { "content-length": "5000" } });
  });
  return {
    port: server.addr.port,
    beUnready: () => void (isReady = false),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

for (const name of NAMES) {
  const isThere = await installed(name, { asking: name === "nginx" ? "-v" : "version" });
  if (!isThere) console.error(`NOT TESTED: ${name}, which must be there, or root to install it`);

  Deno.test({
    name: `${name}: a game is played through two instances, which see their clients' addresses`,
    ignore: !isThere || !PLAYED.includes(name),
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using mails = await startMailServer();
      const env = { RATE_LIMIT: String(LIMIT), SMTP_URL: mails.url };
      await behindProxy(name, env, async (proxy) => {
        const ana = new Client(proxy.fetchFrom("127.0.0.1"), proxy.origin);
        const played = await playGame(ana);
        const { code, participants } = played.game;
        const token = participants[0]?.token ?? "";

        const signIn = await ana.get(`/games/${code}?participant=${token}`);
        const cookie = signIn.headers.get("set-cookie") ?? "";
        assert.match(cookie, /; Secure/, cookie);
        assert.equal(signIn.headers.get("strict-transport-security"), "max-age=31536000");

        const page = await ana.get("/", { "accept-encoding": "gzip" });
        assert.equal(page.status, 200);
        // The id and address that a client claims for itself are ignored.
        const spoofed = await ana.get("/api/health/live", { "x-request-id": "chosen-by-client" });
        assert.match(spoofed.headers.get("x-request-id") ?? "", /^[0-9a-f-]{32,36}$/);
        const ben = new Client(proxy.fetchFrom("127.0.0.2"), proxy.origin);
        const statuses = await Promise.all(
          Array.from({ length: 3 * LIMIT }, async (_, index) => {
            const from = {
              "x-forwarded-for": `198.51.100.${index % 250}`,
              "x-real-ip": `${index}`,
            };
            return (await ben.get("/api/config", from)).status;
          }),
        );
        assert.equal(statuses.filter((status) => status === 200).length, 2 * LIMIT);
        assert.equal((await ana.get("/api/config")).status, 200, "another client is not limited");

        const large = await ana.post("/api/games", JSON.stringify({ name: "x".repeat(300_000) }));
        assert.equal(large.status, 413);
        assert.match(large.text, /"code":/, "the service's own answer, not the proxy's");
        const longest = "x".repeat(60);
        assertKeepsSecret((await proxy.log()).replaceAll(longest, ""), played);
      });
    },
  });

  Deno.test({
    name: `${name}: a request that fails on the way leaves no address in a log`,
    ignore: !isThere,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using instance = startBreakingOff();
      await using proxy = await startReverseProxy(name, [instance.port, instance.port]);
      const ask = proxy.fetchFrom("127.0.0.1");
      const address = `${proxy.origin}/games/123456?participant=a-secret`;
      await assert.rejects(ask(new Request(address)).then((answer) => answer.text()));
      if (name === "nginx") {
        // As on a full disk: a long body cannot be stored there.
        await Deno.remove(`${proxy.directory}/body`, { recursive: true });
        const body = "x".repeat(50_000);
        const answer = await ask(new Request(address, { method: "POST", body }));
        await answer.body?.cancel();
        assert.equal(answer.status, 500);
      } else {
        instance.beUnready();
        const isSaid = async () => /health_checker.*"status_code":503/.test(await proxy.log());
        await until(isSaid, () => proxy.log());
        // From 2.7 on this line contains the request.
        assert.doesNotMatch(await proxy.log(), /incomplete response/);
      }
      assert.doesNotMatch(await proxy.log(), /a-secret/);
    },
  });

  Deno.test({
    name: `${name}: instances are replaced one by one under load, and no request is lost`,
    ignore: !isThere || !REPLACED.includes(name),
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await behindProxy(name, {}, async (proxy, instances, start) => {
        const ask = proxy.fetchFrom("127.0.0.1");
        const client = new Client(ask, proxy.origin);
        const games: CreatedGame[] = [];
        const lost: string[] = [];
        let requests = 0;
        let isOver = false;
        let rest = REST;
        const play = async () => {
          while (!isOver) {
            try {
              requests += 3;
              const game = await client.createGame({ participants: people(3) });
              games.push(game);
              const { id: participantId } = named(game, "P1");
              await client.act(game, "updateWish", { participantId, wish: game.code });
              await client.readAsOrganizer(game);
              await new Promise((go) => setTimeout(go, rest));
            } catch (error) {
              lost.push(String(error).slice(0, 300));
            }
          }
        };
        const playing = Promise.all(Array.from({ length: PLAYING }, play));
        for (const index of [0, 1]) {
          const before = games.length;
          while (games.length < before + amount(10, 20)) {
            await new Promise((go) => setTimeout(go, 10));
          }
          await proxy.use(index, false);
          assert.equal(await instances[index]?.stop(), 0, instances[index]?.output());
          rest = REST_OF_START;
          await start(index);
          rest = REST;
          // Waits until players make requests at their usual rate again.
          const back = games.length;
          while (games.length < back + 2 * PLAYING) await new Promise((go) => setTimeout(go, 10));
          await proxy.use(index, true);
        }
        isOver = true;
        await playing;
        console.log(`${name}: ${requests} requests, ${lost.length} lost, 2 restarts`);
        assert.deepEqual(lost, [], await proxy.log());
        for (const game of games) {
          const view = await client.readAsOrganizer(game);
          assertValidDraw(view);
          assert.equal(named(view, "P1").wish, game.code);
        }
      });
    },
  });
}
