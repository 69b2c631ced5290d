import autocannon from "autocannon";
import type { LoadRequest } from "./scenarios.ts";
import { cpuTime } from "./servers.ts";

/** A server under load. */
export interface Target {
  url: string;
  /** Id of its process. */
  pid: number;
  requests: readonly LoadRequest[];
}

/** Extent of a measurement: rounds that count, after one to warm up, and seconds per round. */
export interface Effort {
  rounds: number;
  seconds: number;
}

/** Performance of a target. */
export interface Rate {
  /** Requests per second. */
  perSecond: number;
  /** 99th percentile of the response time, in ms. */
  p99: number;
  /** CPU time of its process per request, in ms, without a Postgres server's. */
  cpu: number;
  /** The same for each round. */
  cpuByRound: readonly number[];
}

/**
 * Loads several servers side by side in short alternating rounds, so that other load on the machine affects all of
 * them. Every second round runs in reverse order, because the work that a server still does after its turn slows the
 * next one. Figures are medians of the rounds.
 *
 * @throws {Error} if a request fails.
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
 * Returns how much more CPU one target took than another: the median of the ratios of each round, because the machine
 * may be slower in some rounds.
 */
export function cpuRatio(one: Rate, other: Rate): number {
  return median(one.cpuByRound.map((cpu, round) => cpu / (other.cpuByRound[round] ?? NaN)));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
