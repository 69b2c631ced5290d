import { z } from "zod";
import { organizerViewSchema } from "@/lib/game/view_schemas.ts";
import { photoAddedSchema } from "@/lib/http/answer_schemas.ts";
import type { ServerProcess } from "../support/server.ts";
import { ApiRequests, type FuzzRequest } from "./api_requests.ts";
import { Chance } from "./chance.ts";
import { findPages, PageRequests } from "./page_requests.ts";
import { Values } from "./values.ts";
import { type Rights, World } from "./world.ts";

/** Maximum time for an answer, in ms: creation and mails wait up to 10 s for the mail server. */
const DEADLINE = 15_000;
/** Minimum number of games that exist at any time. */
const GAMES = 15;
/** An item of a wish list in an answer. */
const WISH = /"id":"([0-9a-f-]{36})","title":/g;
/** Number of memory samples over all requests. */
const LOOKS = 20;

/** Results of a run. */
export interface Report {
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Defects, each with the request that showed it. */
  defects: string[];
  /** Resident memory over the run, in MB. */
  memory: number[];
  /** The slowest answer, in ms, and its request. */
  slowest: { time: number; request: string };
  seconds: number;
  /** Number of watched secrets. */
  secrets: number;
}

const failureSchema = z.object({ code: z.string() });

/** The parts of an answer that reveal pairs. */
const toldSchema = z.object({
  view: z.string(),
  authenticatedParticipantId: z.string(),
  assignments: z.array(z.object({ giverId: z.string() })),
}).partial();

/** How much is sent, and the seed it is drawn from. */
export interface Extent {
  requests: number;
  seed: number;
  /** Requests in progress at a time. With 1, the same seed sends the same requests. */
  concurrency: number;
}

/** Sends requests of all kinds to a service and checks every answer. */
export async function fuzz(
  server: ServerProcess,
  { requests, seed, concurrency }: Extent,
): Promise<Report> {
  const chance = new Chance(seed);
  const world = new World();
  const values = new Values(chance, world);
  const document: unknown = await (await fetch(`${server.url}/api/openapi.json`)).json();
  const api = new ApiRequests(document, values);
  const pages = new PageRequests(await findPages(), values);
  const report: Report = {
    statuses: {},
    defects: [],
    memory: [],
    slowest: { time: 0, request: "" },
    seconds: 0,
    secrets: 0,
  };
  const begun = performance.now();
  let sent = 0;

  const next = (): FuzzRequest => {
    if (world.games.length < GAMES) return api.creation();
    return chance.is(0.6) ? api.any() : pages.any();
  };

  const work = async () => {
    while (sent < requests) {
      if (sent++ % Math.ceil(requests / LOOKS) === 0) report.memory.push(await server.memory());
      const request = next();
      watchIds(world, request);
      const rights = world.rightsOf(shownBy(request));
      // New secrets appear here for the first time and are learnt from the answer.
      world.share({ ...rights, said: world.known(rights.said) });
      const start = performance.now();
      let answer: Response;
      let text: string;
      try {
        answer = await fetch(server.url + request.path, {
          method: request.method,
          headers: request.headers,
          redirect: "manual",
          signal: AbortSignal.timeout(DEADLINE),
          body: request.photo ?? request.body ?? null,
        });
        text = await answer.text();
      } catch (error) {
        // A form refused before it was read completely may end its connection.
        const isCutOff = (request.body?.length ?? 0) > 200_000 && !isTimeout(error);
        if (!isCutOff) report.defects.push(`no answer (${error}) to ${describe(request)}`);
        continue;
      }
      const time = performance.now() - start;
      if (time > report.slowest.time) report.slowest = { time, request: describe(request) };
      report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1;
      for (const defect of defectsIn(request, answer, text, rights, world)) {
        report.defects.push(`${defect}: ${describe(request)}`);
      }
      if (answer.status === 200 && answer.headers.get("content-type")?.startsWith("text/html")) {
        pages.learn(new URL(server.url + request.path).pathname, text);
      }
      const added = photoAddedSchema.safeParse(parsed(text));
      const game = world.games.find(({ code }) => request.path.includes(code));
      if (added.success) game?.photos.push(added.data.photo);
      for (const [, id = ""] of text.matchAll(WISH)) game?.wishes.add(id);
      if (isOfOrganizer(text)) {
        const view = organizerViewSchema.safeParse(JSON.parse(text));
        if (view.success && !view.data.isArchived) {
          if (/\/again(\?|$)/.test(request.path)) world.carry(view.data, rights);
          world.learn(view.data);
        }
      }
      if (answer.status < 400) forgetEnded(world, request);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  report.memory.push(await server.memory());
  report.seconds = (performance.now() - begun) / 1000;
  report.secrets = world.secrets;
  const logged = world.leaksIn(server.output(), {
    games: new Set(),
    people: new Set(),
    said: new Set(),
  });
  for (const secret of logged) report.defects.push(`the log holds ${secret}`);
  return report;
}

/** The request and the answer of someone who joins: their link, which others may have seen before them. */
const joinedSchema = z.object({
  action: z.literal("joinInvitation"),
  participantName: z.string(),
  participantToken: z.string(),
});

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function* defectsIn(
  request: FuzzRequest,
  answer: Response,
  text: string,
  rights: Rights,
  world: World,
): Generator<string> {
  const { status, headers } = answer;
  const isApi = /^\/api(\/|\?|$)/.test(request.path) && !request.path.startsWith("/api/docs");
  if (status >= 500) {
    const code = isApi ? failureSchema.safeParse(parsed(text)).data?.code : undefined;
    if (status !== 503 || code === "DATABASE_UNAVAILABLE" || code === undefined) {
      yield `${status} ${text.slice(0, 200)}`;
    }
  }
  const shown = text + [...headers].map(([name, value]) => `\n${name}: ${value}`).join("");
  const joined = joinedSchema.safeParse({
    ...asObject(parsed(request.body ?? "")),
    ...asObject(parsed(text)),
  });
  if (joined.success) {
    world.admit(joined.data.participantToken, joined.data.participantName, rights);
  }
  for (const secret of world.leaksIn(shown, rights)) yield `${status} tells ${secret}`;
  if (/\bat (?:async )?\S+ \((?:file|ext):/.test(text)) yield `${status} tells a stack`;
  if (!isApi) return;
  if (
    status >= 400 && request.method !== "HEAD" && !failureSchema.safeParse(parsed(text)).success
  ) {
    yield `${status} without a code`;
  }
  const told = toldSchema.safeParse(parsed(text)).data;
  if (!told?.assignments || told.view === "organizer") return;
  const isOwn = told.assignments.every(({ giverId }) =>
    giverId === told.authenticatedParticipantId
  );
  if (told.assignments.length > 1 || !isOwn) yield `${status} tells another pair`;
}

/** Ids are no longer reliable keys once a request might turn protection off. */
function watchIds(world: World, { path, body = "" }: FuzzRequest): void {
  if (!/isProtected|\/organize\/details/.test(body + path)) return;
  for (const game of world.games) {
    if (path.includes(game.code)) game.hasSecretIds = false;
  }
}

function forgetEnded(world: World, { method, path, body = "" }: FuzzRequest): void {
  if (method !== "DELETE" && !/eraseGame|archive/.test(body)) return;
  for (const game of [...world.games]) {
    if (path.includes(game.code)) world.forget(game);
  }
}

function shownBy({ path, headers, body = "" }: FuzzRequest): string {
  return [path, ...Object.values(headers), body].join("\n");
}

function describe({ method, path, headers, body }: FuzzRequest): string {
  const text = body === undefined ? "" : ` ${body.slice(0, 600)}`;
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 400)}${text}`;
}

function isOfOrganizer(text: string): boolean {
  return text.startsWith('{"view":"organizer"');
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
