import autocannon from "autocannon";
import type { LoadRequest } from "./scenarios.ts";
import { cpuTime } from "./servers.ts";

/** One server under load. */
export interface Target {
  url: string;
  /** Of its process. */
  pid: number;
  requests: readonly LoadRequest[];
}

/** How much is measured: rounds that count, after one that warms up; seconds of each. */
export interface Effort {
  rounds: number;
  seconds: number;
}

/** What a target did. */
export interface Rate {
  /** Requests a second. */
  perSecond: number;
  /** The time that 99 of 100 took at most, in ms. */
  p99: number;
  /** What its process computed for a request, in ms; without the database of a Postgres server. */
  cpu: number;
  /** The same in each round. */
  cpuByRound: readonly number[];
}

/**
 * Loads several servers side by side: short rounds go to one after the other in turn, so that what else
 * the machine does falls on all. Each round goes the other way round, because what a server still has to do after its
 * turn falls on the next. Medians over the rounds.
 *
 * @throws {Error} where a request fails.
 */
export async function compare<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  connections: number,
  { rounds, seconds }: Effort,
): Promise<Record<Name, Rate>> {
  const names = Object.keys(targets).filter((name): name is Name => name in targets);
  const seen = new Map(names.map((name) => [name, { perSecond: [0], p99: [0], cpu: [0] }]));
  for (const one of seen.values()) one.perSecond.length = one.p99.length = one.cpu.length = 0;
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { url, pid, requests } = targets[name];
      const before = await cpuTime(pid);
      const result = await autocannon({
        url,
        connections,
        duration: round === 0 ? 1 : seconds,
        requests: [...requests],
      });
      const failed = result.non2xx + result.errors + result.timeouts;
      if (failed > 0) {
        throw new Error(`${name}: ${failed} of ${result.requests.total} requests failed`);
      }
      if (round === 0) continue;
      seen.get(name)?.perSecond.push(result.requests.average);
      seen.get(name)?.p99.push(result.latency.p99);
      seen.get(name)?.cpu.push((await cpuTime(pid) - before) / result.requests.total);
    }
  }
  const rates: Partial<Record<Name, Rate>> = {};
  for (const [name, { perSecond, p99, cpu }] of seen) {
    rates[name] = {
      perSecond: median(perSecond),
      p99: median(p99),
      cpu: median(cpu),
      cpuByRound: cpu,
    };
  }
  return rates as Record<Name, Rate>;
}

/**
 * How much more CPU one target took than another: the median of the quotients of each round, because the machine
 * may be slower in one round than in the next.
 */
export function cpuRatio(one: Rate, other: Rate): number {
  return median(one.cpuByRound.map((cpu, round) => cpu / (other.cpuByRound[round] ?? NaN)));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
