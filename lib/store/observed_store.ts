import { GameError } from "../game/errors.ts";
import { logWarning } from "../monitoring/log.ts";
import { queryDuration, slowQueryCount } from "../monitoring/metrics.ts";
import { SpanKind, traced } from "../monitoring/spans.ts";
import type { Store } from "./store.ts";

/** From how many ms on a verb counts as slow. */
export const SLOW = 500;

/** A function of an object, whatever it takes. */
type Verb = (...args: unknown[]) => unknown;

/**
 * A store each of whose verbs is traced, measured, and logged where it takes long: by its name alone, never
 * with what it was given or has found. Its time includes that of waiting: for a connection, a lock, a turn.
 */
export function observeStore<Observed extends Store>(store: Observed, slow = SLOW): Observed {
  const system = store.engine.toLowerCase();
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      const call: Verb = (...args) => Reflect.apply(member, target, args);
      if (typeof name === "symbol" || NOT_OBSERVED.has(name)) return call;
      const verb: Verb = (...args) => observe(system, name, slow, async () => await call(...args));
      return verb;
    },
  });
}

/** What asks the database for nothing, or waits by its nature. */
const NOT_OBSERVED = new Set(["close", "countConnections", "overwriteErased"]);

function observe(
  system: string,
  verb: string,
  slow: number,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const attributes = { "db.system.name": system, "db.operation.name": verb };
  const options = { attributes, kind: SpanKind.CLIENT };
  return traced(`database ${verb}`, options, async (span) => {
    const start = performance.now();
    let failure: { "error.type"?: string } = {};
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GameError)) {
        const kind = error instanceof Error ? error.name : "unknown";
        failure = { "error.type": kind };
        span.fail(kind);
      }
      throw error;
    } finally {
      const took = performance.now() - start;
      queryDuration.record(took / 1000, { ...attributes, ...failure });
      if (took >= slow) {
        slowQueryCount.add(1, attributes);
        logWarning("slow query", { query: verb, ms: Math.round(took) });
      }
    }
  });
}
