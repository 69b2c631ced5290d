import { GameError } from "../game/errors.ts";
import { logWarning } from "../monitoring/log.ts";
import { queryDuration, slowQueryCount } from "../monitoring/metrics.ts";
import { SpanKind, traced } from "../monitoring/spans.ts";
import type { Store } from "./store.ts";

/** A verb that takes at least this long counts as slow, in ms. */
export const SLOW = 500;

/** A function of an object, with any parameters. */
type Verb = (...args: unknown[]) => unknown;

/**
 * Wraps a store: each verb is traced, measured, and logged when slow, by name alone, never with its arguments
 * or results. The time includes waiting for a connection, a lock or the queue.
 */
export function observeStore<Observed extends Store>(store: Observed, slow = SLOW): Observed {
  const system = store.engine.toLowerCase();
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      const call: Verb = (...args) => Reflect.apply(member, target, args);
      if (typeof name === "symbol" || NOT_OBSERVED.has(name)) return call;
      return (...args: unknown[]) => observe(system, name, slow, () => call(...args));
    },
  });
}

/** Verbs that do not use the database, or wait by design. */
const NOT_OBSERVED = new Set(["close", "countConnections", "overwriteErased"]);

function observe(
  system: string,
  verb: string,
  slow: number,
  work: () => unknown,
): Promise<unknown> {
  const attributes = { "db.system.name": system, "db.operation.name": verb };
  const options = { attributes, kind: SpanKind.CLIENT };
  return traced(`database ${verb}`, options, async (span) => {
    const start = performance.now();
    let labels: Record<string, string> = attributes;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GameError)) {
        const kind = error instanceof Error ? error.name : "unknown";
        labels = { ...attributes, "error.type": kind };
        span.fail(kind);
      }
      throw error;
    } finally {
      const took = performance.now() - start;
      queryDuration.record(took / 1000, labels);
      if (took >= slow) {
        slowQueryCount.add(1, attributes);
        logWarning("slow query", { query: verb, ms: Math.round(took) });
      }
    }
  });
}
