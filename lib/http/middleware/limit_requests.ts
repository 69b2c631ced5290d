import type { Context, Middleware } from "fresh";
import { GameError } from "../../game/errors.ts";
import type { Services } from "../../services.ts";
import type { State } from "../../state.ts";
import { errorAnswer, isFailedLookup, revealsGameExists } from "../answers.ts";
import { credentialOf, isApi } from "../api.ts";
import { credentialFromCookie } from "../cookies.ts";
import { clientKey, ClientLimits } from "./client_limits.ts";
import { DayBudget } from "./day_budget.ts";

/** How long a locked-out client waits for its answer, in ms: longer than any look-up takes. */
const REFUSED_AFTER = 300;

/**
 * Middleware that identifies the client and refuses it when its budget is used up; health checks always pass. A
 * client that is locked out of look-ups is not refused here, because a valid token still passes.
 */
export function limitRequests(): Middleware<State> {
  let limits: { ofMinute: ClientLimits; ofDay: DayBudget } | undefined;
  return (ctx) => {
    // A health check without the database.
    const services: Services | undefined = ctx.state.services;
    if (!services) return ctx.next();
    const { settings: { rateLimit, trustProxy }, store, tokens } = services;
    const { ofMinute, ofDay } = limits ??= {
      ofMinute: new ClientLimits(rateLimit),
      ofDay: new DayBudget(store.limits, (client, day) => tokens.clientKey(client, day)),
    };
    const peer = ctx.info?.remoteAddr;
    const client = clientKey(
      ctx.req.headers,
      peer && "hostname" in peer ? peer.hostname : undefined,
      trustProxy,
    );
    ctx.state.client = client;
    ctx.state.lookups = {
      askedAt: performance.now(),
      fail() {
        if (rateLimit === null) return;
        ofMinute.fail(client, performance.now());
        ofDay.fail(client, Date.now());
      },
      wait: () =>
        Math.max(ofMinute.wait(client, performance.now()), ofDay.wait(client, Date.now())),
    };
    let paid = 1;
    ctx.state.chargeCost = (price) => {
      if (price <= paid) return;
      const wait = ofMinute.spend(client, price, performance.now(), paid);
      if (wait > 0) throw tooManyRequests(wait);
      paid = price;
    };
    ctx.state.chargeOwnCost = (participant, price, shared) => {
      const wait = ofMinute.spend(`participant ${participant}`, price, performance.now(), 0);
      if (wait > 0) throw tooManyRequests(wait);
      ofMinute.spend(client, shared, performance.now());
    };
    if (ctx.url.pathname.startsWith("/api/health")) return ctx.next();
    // Participants use a separate budget first. Pages that only poll for news use no other budget: a hall full of such
    // pages must leave room for the organizer's click that draws the names.
    const isOwn = showsParticipant(ctx);
    const looksForNews = isOwn && ctx.url.searchParams.has("known");
    let wait = isOwn ? ofMinute.request(`${client} as participants`, performance.now()) : 0;
    if (!isOwn || wait > 0 && !looksForNews) {
      wait = ofMinute.request(client, performance.now());
    }
    if (wait === 0) return ctx.next();
    const refusal = tooManyRequests(wait);
    if (isApi(ctx.url) || !(looksForNews || ofMinute.isFlooding(client))) {
      return errorAnswer(refusal);
    }
    // Not a page: rendering one would cost as much as the refused request, and scripts read only the status.
    return new Response(refusal.message, {
      status: 429,
      headers: { "content-type": "text/html; charset=utf-8", "retry-after": String(wait) },
    });
  };
}

/**
 * True when a request for a game's page carries a participant's credential, valid or not. Such requests have a second
 * budget of the same size, so that they and other requests from the same address do not block each other.
 */
function showsParticipant({ req, url, params: { code = "" } }: Context<State>): boolean {
  if (req.method !== "GET" || code === "") return false;
  return url.searchParams.has("participant") ||
    credentialOf({ req, url }).participantToken !== undefined ||
    credentialFromCookie(req.headers, code, "participant").participantToken !== undefined;
}

function tooManyRequests(seconds: number): GameError {
  return new GameError("TOO_MANY_REQUESTS", { retryAfter: seconds });
}

/** The part of a request context that look-ups need. */
type Asked = { state: Pick<State, "lookups"> };

/**
 * Counts a failed look-up against its client. For a locked-out client, every error that would show whether a
 * code exists becomes the same refusal.
 */
export async function toLimitedError({ state }: Asked, error: unknown): Promise<unknown> {
  // Missing if the database could not be opened.
  const lookups: State["lookups"] | undefined = state.lookups;
  if (!lookups || !revealsGameExists(error)) return error;
  const wait = lookups.wait();
  if (wait > 0) {
    await delayed(lookups);
    return tooManyRequests(wait);
  }
  if (isFailedLookup(error)) lookups.fail();
  return error;
}

/**
 * Must be called before a page reveals, given only a code, that a game exists.
 *
 * @throws {GameError} 429 if the client is locked out of look-ups
 */
export async function requireNotLockedOut({ state: { lookups } }: Asked): Promise<void> {
  const wait = lookups.wait();
  if (wait === 0) return;
  await delayed(lookups);
  throw tooManyRequests(wait);
}

/** Delays a refusal so that its timing does not reveal what was found. */
async function delayed({ askedAt }: State["lookups"]): Promise<void> {
  const rest = askedAt + REFUSED_AFTER - performance.now();
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
}
