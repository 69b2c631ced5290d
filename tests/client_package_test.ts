import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { joinPath, organizerPath, participantPath } from "@/lib/browser/links.ts";
import { normalizedKey } from "@/lib/game/identity.ts";
import { openDeclining } from "@/lib/operations/subscriptions.ts";
import { startApp } from "./support/app.ts";
import { clientTypes } from "./support/client_package.ts";
import { SetClock } from "./support/clock.ts";
import { compile } from "./support/compile.ts";
import { inDays } from "./support/games.ts";
import { freePort } from "./support/postgres.ts";
import { isRunnable } from "./support/programs.ts";
import { sourceUrl } from "./support/sources.ts";
import { until } from "./support/until.ts";

async function read(path: string): Promise<string> {
  return await Deno.readTextFile(new URL(sourceUrl(path)));
}

Deno.test("client/types.ts is what `deno task client` writes", async () => {
  assert(await read("client/types.ts") === await clientTypes(), "run deno task client");
});

Deno.test("the client's package has the service's version and no dependencies, and cannot be published by accident", async () => {
  const { version, private: isPrivate, license, ...rest } = JSON.parse(
    await read("client/package.json"),
  );
  const service = JSON.parse(await read("deno.json"));
  assert.deepEqual([version, isPrivate, license], [service.version, true, "UNLICENSED"]);
  assert(!Object.keys(rest).some((name) => name.toLowerCase().includes("dependencies")));
});

const isHere = {
  node: await isRunnable("npm", "--version"),
  shell: await isRunnable("curl", "--version") && await isRunnable("jq", "--version"),
};
if (!isHere.node) console.error("Node and npm are not here: the client's package is not tested");
if (!isHere.shell) console.error("curl or jq is not here: the shell example is not tested");

Deno.test({
  name: "the client's package plays a game on Node and on Deno, and the documents' examples work",
  ignore: !isHere.node,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using app = await startApp({
      SMTP_URL: "memory:",
      ENVIRONMENT: "development",
      PUBLIC_URL: "http://localhost:8000",
    });
    const posted: string[] = [];
    await using server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      async (request) => {
        if (request.url.endsWith("/gone")) return new Response(null, { status: 404 });
        if (!request.url.endsWith("/webhook")) return await app.fetch(request);
        posted.push(JSON.parse(await request.text()).text);
        return new Response("ok");
      },
    );
    const SERVICE = `http://127.0.0.1:${server.addr.port}`;
    const project = await Deno.makeTempDir({ prefix: "gift-exchange-client-" });
    try {
      await install(project);
      const docs = await read("docs/api.md");
      const blocks = [...docs.matchAll(/^```(?:js|sh)\n(.*?)^```$/gms)].map(([, text = ""]) =>
        text
      );
      const [shell = "", bot = "", reminder = ""] = blocks;
      const files = {
        "draw.sh": shell,
        "bot.mjs": bot,
        "remind.mjs": reminder,
        "play.mjs": await read("tests/support/client_play.mjs.txt"),
        "typed.ts": TYPED,
      };
      for (const [name, text] of Object.entries(files)) {
        await Deno.writeTextFile(`${project}/${name}`, text);
      }
      await playOnBoth(project, SERVICE);
      if (isHere.shell) await drawInShell(project, SERVICE);
      await askBot(project, SERVICE, posted);
      await remind(project, SERVICE, app);
      assert.deepEqual(compile(`${project}/typed.ts`), []);
    } finally {
      await Deno.remove(project, { recursive: true });
    }
  },
});

/** Packs the client and installs the package into an empty project, without a network. */
async function install(project: string): Promise<void> {
  await Deno.writeTextFile(`${project}/package.json`, '{"private": true, "type": "module"}');
  const client = fileURLToPath(sourceUrl("client"));
  await run(client, {}, "npm", "pack", "--silent", "--pack-destination", project);
  const { version } = JSON.parse(await read("client/package.json"));
  const tarball = `${project}/gift-exchange-client-${version}.tgz`;
  assert((await Deno.stat(tarball)).size < 30_000, "the package is small");
  await run(project, {}, "npm", "install", "--offline", "--no-audit", "--no-fund", tarball);
}

async function playOnBoth(project: string, service: string): Promise<void> {
  using clock = new SetClock();
  const args = ["play.mjs", service, inDays(1)];
  const players = [
    start(project, {}, "node", ...args),
    start(project, {}, Deno.execPath(), "run", "-A", "--no-lock", ...args),
  ];
  const said = () => players.map(({ output }) => output()).join("\n");
  const areWaiting = () => players.every(({ output }) => output().includes("waiting"));
  const haveEnded = () => players.some(({ hasEnded }) => hasEnded());
  await until(() => Promise.resolve(areWaiting() || haveEnded()), () => Promise.resolve(said()));
  clock.move(72);
  for (const { ended, output } of players) {
    assert.equal(await ended, 0, said());
    assert.match(output(), /^played$/m);
  }
}

/** Reads what the link at the end of a text opens. @returns the kind of view */
async function followLink(text: string): Promise<string> {
  const [, service, path = "", code = "", name = "", token = ""] =
    /(http:\/\/[^/]+)(\/games\/(\d+)\S*\?(\w+)=(\S+))$/.exec(text) ?? [];
  const link = LINKS[name];
  assert(link, text);
  assert.equal(path, link.path(code, decodeURIComponent(token)));
  const answer = await fetch(`${service}/api/games/${code}?${link.parameter}=${token}`);
  return (await answer.json()).view;
}

/** The links to pages, by the parameter that holds the token. */
const LINKS: Readonly<
  Record<string, { path: (code: string, token: string) => string; parameter: string }>
> = {
  token: { path: organizerPath, parameter: "organizerToken" },
  invitation: { path: joinPath, parameter: "invitationToken" },
  participant: { path: participantPath, parameter: "participantToken" },
};

async function drawInShell(project: string, SERVICE: string): Promise<void> {
  const names = ["Ana", 'Ben "B"', "C\\y"];
  const draw = async (SERVICE: string) => {
    const printed = await run(project, { SERVICE }, "sh", "draw.sh", inDays(30), ...names);
    // On a retry curl writes the reason to stderr.
    const lines = printed.trim().split("\n").filter((line) => !line.startsWith("curl: "));
    assert.deepEqual(lines.map((line) => line.split(": ")[0]), ["Organizer", ...names]);
    const views = await Promise.all(lines.map(followLink));
    assert.deepEqual(views, ["organizer", ...names.map(() => "participant")]);
  };
  await draw(SERVICE);
  let requests = 0;
  await using busy = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => {
      if (requests++ > 0) return fetch(request.url.replace(/^http:\/\/[^/]+/, SERVICE), request);
      const refusal = { error: "Busy", code: "SERVICE_BUSY" };
      return Response.json(refusal, { status: 503, headers: { "retry-after": "0" } });
    },
  );
  await draw(`http://127.0.0.1:${busy.addr.port}`);
  assert(requests > 1);
  const late = start(project, { SERVICE }, "sh", "draw.sh", "2020-01-01", ...names);
  assert.equal(await late.ended, 1);
  assert.match(late.output(), /DATE_IN_PAST/);
}

async function askBot(project: string, SERVICE: string, posted: string[]): Promise<void> {
  await using bot = await startBot(project, SERVICE, `${SERVICE}/webhook`);
  const leave = await Deno.connect({ hostname: "127.0.0.1", port: bot.port });
  await leave.write(
    new TextEncoder().encode("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n"),
  );
  leave.close();
  posted.push(await bot.ask(inDays(30)));
  const views = await Promise.all(posted.map(followLink));
  assert.deepEqual(views, ["invitation", "organizer"]);
  assert.match(await bot.ask("2020-01-01"), /must be today or later/);
  for (const webhook of [`${SERVICE}/gone`, "http://127.0.0.1:1"]) {
    await using unheard = await startBot(project, SERVICE, webhook);
    const [invitation = "", organizer = ""] = (await unheard.ask(inDays(30))).split("\n");
    const views = await Promise.all([invitation, organizer].map(followLink));
    assert.deepEqual(views, ["invitation", "organizer"]);
  }
}

/** Starts the bot from the documents. */
async function startBot(project: string, SERVICE: string, WEBHOOK: string) {
  let port = 0;
  const begin = () => {
    port = freePort();
    return start(project, { SERVICE, WEBHOOK, PORT: String(port) }, "node", "bot.mjs");
  };
  let bot = begin();
  const isListening = async () => {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return true;
    } catch {
      if (!bot.hasEnded()) return false;
      // Another test has already taken the port.
      assert.match(bot.output(), /EADDRINUSE/);
      bot = begin();
      return false;
    }
  };
  await until(isListening, () => Promise.resolve(bot.output()));
  return {
    port,
    async ask(text: string): Promise<string> {
      const body = new URLSearchParams({ text, user_name: "Ana" });
      const answer = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body });
      return (await answer.json()).text;
    },
    async [Symbol.asyncDispose]() {
      if (!bot.hasEnded()) bot.stop();
      await bot.ended;
    },
  };
}

async function remind(
  project: string,
  SERVICE: string,
  { client, services }: Awaited<ReturnType<typeof startApp>>,
): Promise<void> {
  const game = await client.createGame({ date: inDays(5), organizerEmail: "ana@example.org" });
  const [{ token: participantToken = "" } = {}] = game.participants;
  await client.readAsParticipant(game, { participantToken });
  const declining = services.tokens.declining(normalizedKey("p2@example.org"));
  await openDeclining(services, declining, { isDeclined: true });
  const env = { SERVICE, CODE: game.code, ORGANIZER_TOKEN: game.organizerToken };
  const printed = await run(project, env, "node", "remind.mjs");
  assert.equal(printed, "P2: 0 sent, 1 failed\nP3: 1 sent\nP4: 1 sent\n");
}

/** Runs a program. @returns its output; the test fails if the program does */
async function run(
  cwd: string,
  env: Record<string, string>,
  program: string,
  ...args: string[]
): Promise<string> {
  const { ended, output } = start(cwd, env, program, ...args);
  assert.equal(await ended, 0, `${program} ${args.join(" ")}:\n${output()}`);
  return output();
}

/** Starts a program; its stdout and stderr are combined into one text. */
function start(cwd: string, env: Record<string, string>, program: string, ...args: string[]) {
  const child = new Deno.Command(program, {
    args,
    cwd,
    env: { NO_COLOR: "1", ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  let hasEnded = false;
  const reading = [child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) output += text;
  });
  return {
    output: () => output,
    hasEnded: () => hasEnded,
    stop: () => child.kill(),
    ended: Promise.all([child.status, ...reading]).then(([{ code }]) => {
      hasEnded = true;
      return code;
    }),
  };
}

/** Code that the compiler must accept or refuse. */
const TYPED = `
import {
  type Credential,
  GiftExchange,
  GiftExchangeError,
  type InvitationView,
  type OrganizerView,
  type ParticipantView,
  type PublicView,
} from "gift-exchange-client";
const gifts = new GiftExchange("https://gifts.example.org");
const { code, organizerToken } = await gifts.createGame({
  name: "Winter party",
  date: "2027-12-24",
  participants: [{ name: "Ana" }],
});
const opened: OrganizerView = await gifts.open(code, { organizerToken });
const { participantToken } = await gifts.act(code, { action: "claimPlace", claimToken: "token" });
for await (const view of gifts.watch(code, { participantToken })) {
  const own: "participant" = view.view;
  console.log(own, opened);
}
type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;
declare const found: string | undefined;
const shown: Credential = { organizerToken };
const some = await gifts.open(code, shown);
const any: Same<typeof some, OrganizerView | ParticipantView | InvitationView | PublicView> = true;
const ours = await gifts.open(code, { organizerToken: found });
const perhaps: Same<typeof ours, OrganizerView | PublicView> = true;
const invited = await gifts.open(code, { invitationToken: "token", participantId: "id" });
const first: Same<typeof invited, InvitationView> = true;
const byId = await gifts.open(code, { participantId: "id" });
const own: Same<typeof byId, ParticipantView> = true;
const guest = await gifts.open(code);
const bare: Same<typeof guest, PublicView> = true;
console.log(any, perhaps, first, own, bare);
try {
  // @ts-expect-error: an action has a name that the service knows
  await gifts.act(code, { action: "abolish" });
  // @ts-expect-error: a public view has no token
  console.log((await gifts.open(code)).organizerToken);
} catch (error) {
  if (!(error instanceof GiftExchangeError)) throw error;
  const { problem } = error;
  if (problem.code === "SERVICE_BUSY") {
    const status: 503 = problem.status;
    console.log(status, problem.retryAfter);
  }
  // @ts-expect-error: an invalid code
  console.log(problem.code === "ABOLISHED");
}
`;
