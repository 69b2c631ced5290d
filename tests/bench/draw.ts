import { drawAssignments, type DrawProblem } from "@/lib/draw/draw.ts";
import { cryptoRandom } from "@/lib/draw/random.ts";
import type { Part } from "./results.ts";

const SIZES = [10, 100, 1_000, 10_000, 100_000];
const DRAWS = 5;

/** Exclusions: none, couples, households of five, or a few random ones per person. */
const KINDS: Record<string, (size: number) => Omit<DrawProblem, "size">> = {
  "no exclusions": () => ({ exclusions: [], households: [] }),
  couples: (size) => ({ exclusions: [], households: groups(size, 2) }),
  "households of 5": (size) => ({ exclusions: [], households: groups(size, 5) }),
  "2 exclusions each": (size) => ({
    exclusions: Array.from({ length: size }, (_, one): [number, number] => [
      one,
      (one + 1 + cryptoRandom.below(size - 1)) % size,
    ]),
    households: [],
  }),
};

/** Measures how long a first draw takes, by size and exclusions. */
export function benchDraw(): Promise<Part> {
  const rows = [["people", ...Object.keys(KINDS).map((kind) => `${kind}, ms`)]];
  for (const size of SIZES) {
    rows.push([
      size.toLocaleString("en-GB"),
      ...Object.values(KINDS).map((kind) => median({ size, ...kind(size) })),
    ]);
  }
  return Promise.resolve({ title: "The draw", text: `Medians of ${DRAWS} draws.`, rows });
}

function groups(size: number, of: number): number[][] {
  return Array.from(
    { length: Math.floor(size / of) },
    (_, group) => Array.from({ length: of }, (_, member) => group * of + member),
  );
}

function median(problem: DrawProblem): string {
  const times = Array.from({ length: DRAWS }, () => {
    const start = performance.now();
    if (!drawAssignments(problem, cryptoRandom).ok) throw new Error("No draw was found");
    return performance.now() - start;
  });
  return (times.toSorted((a, b) => a - b)[Math.floor(DRAWS / 2)] ?? 0).toFixed(2);
}
