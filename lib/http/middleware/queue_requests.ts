import type { Context, Middleware } from "fresh";
import type { Services } from "../../services.ts";
import type { State } from "../../state.ts";
import { ByteBudget } from "../../work/byte_budget.ts";
import { HeldPlace, Places, withPlace } from "../../work/places.ts";
import { within } from "../../work/within.ts";
import { yieldToEventLoop } from "../../work/work_queue.ts";
import { credentialOf } from "../api.ts";
import { hasReceived, LONG_BODY, receiveBody } from "../body.ts";
import { credentialFromCookie, type Role } from "../cookies.ts";
import { bodyCost, SHARED_COST } from "../request_cost.ts";

/**
 * Places for requests with long bodies and organizers' requests for large games, each of which may compute for seconds
 * and hold about ten megabytes.
 */
const HEAVY = { places: 2, line: 100, patience: 30_000 };

/**
 * Places for other requests for large games, about 30 ms each. They are separate and no request is refused, so that
 * participants can open their pages however busy organizers are.
 */
const COMMON = { places: 2 };

/**
 * Maximum number of bytes of long bodies held at a time: sixteen of the longest, or forty photos. Their connections
 * hold about three times as much.
 */
const BODY_BUDGET = 4 * 1024 * 1024;

/** Number of bytes above which a body gets its own turn of the event loop; it may contain a hundred people. */
const SLICED_BODY = 2 * 1024;

/** How long a place is held for a client that reads its response slowly, in ms. */
const SENDING = 2_000;

/** Pages of a game that only its organizer uses. */
const ORGANIZERS = /^\/games\/[^/]+\/(?:organize|created|slips)(?:\/|$)/;

/**
 * Middleware that reads the body and charges for it, then makes heavy requests wait for a place before they read a game
 * or wait for a lock. Light requests continue at once.
 */
export function queueRequests(): Middleware<State> {
  const heavy = new Places(HEAVY);
  const common = new Places(COMMON);
  const bodies = new ByteBudget(BODY_BUDGET);
  /** Codes of games that are being read and whose size is not known yet. */
  const unknown = new Set<string>();

  const placesFor = (ctx: Context<State>, bytes: number): Places | null => {
    if (bytes > LONG_BODY) return heavy;
    const { code } = ctx.params;
    if (!code) return null;
    const isLarge = ctx.state.services.sizes.isLarge(code);
    if (isLarge ?? unknown.has(code)) return isCommon(ctx) ? common : heavy;
    return null;
  };

  return async (ctx) => {
    // A health check without the database.
    const services: Services | undefined = ctx.state.services;
    if (!services) return ctx.next();
    const { req, info, params: { code = "" }, state } = ctx;
    const place = new HeldPlace();
    state.takePlace = () => place.take(heavy, req);
    const held = bodies.open();
    let taken = 0;
    /** Charges for a long body as it takes room, because an incomplete one would otherwise be free. */
    const take = (bytes: number) => {
      taken += bytes;
      state.chargeCost(bodyCost(taken));
      held.take(bytes);
    };
    const isFirst = code !== "" && !unknown.has(code) &&
      services.sizes.isLarge(code) === undefined;
    try {
      const bytes = req.body ? await receiveBody(req, { take }) : 0;
      const places = placesFor(ctx, bytes);
      // The same for every code. Otherwise the rest of a budget would reveal which codes belong to large games.
      if (code !== "" && req.body && isCommon(ctx)) state.chargeCost(SHARED_COST);
      if (places) await place.take(places, req);
      else if (bytes > SLICED_BODY) await yieldToEventLoop();
      if (isFirst) unknown.add(code);
      return await withPlace(place, () => ctx.next());
    } finally {
      if (isFirst) unknown.delete(code);
      held.release();
      if (place.isTaken) leaveOnceSent(place, info);
    }
  };
}

/**
 * True for requests of participants and of people who join: requests that read a game, and all without an organizer's
 * token. The API takes that token from headers, query and body, pages from a cookie.
 */
function isCommon(ctx: Context<State>): boolean {
  const { req, url, params: { code = "" } } = ctx;
  if (credentialOf(ctx).organizerToken || ORGANIZERS.test(url.pathname)) return false;
  if (req.method === "GET" || req.method === "HEAD") return true;
  if (hasReceived(req, "organizerToken")) return false;
  const isSignedIn = (role: Role) =>
    Object.keys(credentialFromCookie(req.headers, code, role)).length > 0;
  return isSignedIn("participant") || !isSignedIn("organizer");
}

/** Leaves the place once the response is sent: it is compressed outside the app, and takes memory until it is sent. */
async function leaveOnceSent(place: HeldPlace, { completed }: Deno.ServeHandlerInfo) {
  await within(SENDING, completed.catch(() => {}), () => {});
  place.leave();
}
