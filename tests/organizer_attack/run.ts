/**
 * `deno task attack [games] [seed]`: an organizer who knows the code plays sealed games, including known attacks.
 * Prints how many pairs they know, and exits with 1 if they know one that they should not. The same seed plays the same
 * games. Two processes play half of them each.
 */
import { EFFORTS } from "./belief.ts";
import { KNOWN } from "./known.ts";
import {
  beyond,
  type Known,
  LIKELY,
  type Outcome,
  perhapsBeyond,
  playGame,
  shrink,
  SURE,
} from "./search.ts";
import { Chance } from "./chance.ts";
import { Worlds } from "./worlds.ts";

/** One in this many games is a known attack. */
const EVERY = 8;

const names = Object.keys(KNOWN);

/** Returns the name of the known attack that the game with this number plays. */
function scriptOf(number: number): string | undefined {
  return number % EVERY === 0 ? names[number / EVERY % names.length] : undefined;
}

const [games = 1000, seed = 20_261_201, first = NaN, step = 2] = Deno.args.map(Number);
if (Number.isNaN(first)) Deno.exit(await runAll(games, seed));
await runSome(games, seed, first, step);
Deno.exit(0);

/** Prints one line of JSON for each played game. */
async function runSome(games: number, seed: number, first: number, step: number): Promise<void> {
  using chance = new Chance();
  await using worlds = await Worlds.open();
  const table = { worlds, chance };
  const shrunk = new Set<string>();
  for (let number = first; number < games; number += step) {
    const outcome = await playGame(table, seed + number, scriptOf(number), EFFORTS);
    const [found] = beyond(outcome.known, SURE);
    const kind = `${scriptOf(number)} ${found?.after}`;
    const least = found && !shrunk.has(kind) ? await shrink(table, outcome, seed + number) : null;
    shrunk.add(kind);
    console.log(`GAME ${JSON.stringify({ number, outcome, least } satisfies Line)}`);
  }
}

interface Line {
  number: number;
  outcome: Outcome;
  least: Awaited<ReturnType<typeof shrink>> | null;
}

async function runAll(games: number, seed: number): Promise<number> {
  const lines: Line[] = [];
  await Promise.all([0, 1].map(async (first) => {
    const { stdout } = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "-q", import.meta.filename ?? "", ...[games, seed, first, 2].map(String)],
      stdout: "piped",
    }).spawn();
    let rest = "";
    for await (const text of stdout.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        if (!part.startsWith("GAME ")) continue;
        lines.push(JSON.parse(part.slice(5)));
        if (lines.length % 50 === 0) console.log(`${lines.length} of ${games} games`);
      }
    }
  }));
  lines.sort((one, other) => one.number - other.number);
  return report(lines, games, seed);
}

function report(lines: readonly Line[], games: number, seed: number): number {
  const outcomes = lines.map(({ outcome }) => outcome);
  console.log(`${outcomes.length} of ${games} games, seed ${seed}`);
  console.log("people  games   pairs   > 1/2  beyond  > 0.95  beyond");
  for (const people of [3, 4, 5, 6, 7, 8]) {
    printRow(String(people), outcomes.filter((one) => one.people === people));
  }
  printRow("all", outcomes);
  const causes = new Map<string, number>();
  for (const { known } of outcomes) {
    for (const { after } of beyond(known, SURE)) causes.set(after, (causes.get(after) ?? 0) + 1);
  }
  console.log("\nbeyond 0.95, by the move after which it was known");
  for (const [after, count] of [...causes].sort(([, one], [, other]) => other - one)) {
    console.log(`  ${after}: ${count}`);
  }
  console.log("\nknown attacks: games in which they told a pair");
  for (const name of names) {
    const those = lines.filter(({ number }) => scriptOf(number) === name);
    const found = those.filter(({ outcome }) => beyond(outcome.known, SURE).length > 0);
    console.log(`  ${name}: ${found.length} of ${those.length}`);
  }
  const random = lines.filter(({ number }) => scriptOf(number) === undefined);
  const found = random.filter(({ outcome }) => beyond(outcome.known, SURE).length > 0);
  console.log(`  none of them: ${found.length} of ${random.length}`);
  const traces = new Map<string, Line>();
  for (const line of lines) {
    if (!line.least) continue;
    const kind = line.least.moves.map(({ by, act }) => by === "honest" ? by : act).join(" ");
    if (!traces.has(kind)) traces.set(kind, line);
  }
  console.log(`\n${traces.size} kinds of findings, each with the fewest moves:`);
  for (const { number, least } of [...traces.values()].slice(0, 30)) {
    console.log(`game ${number}, seed ${least?.seed}, ${JSON.stringify(least?.known[0])}`);
    for (const move of least?.moves ?? []) console.log(`    ${JSON.stringify(move)}`);
  }
  const pages = outcomes.flatMap(({ pages }) => pages);
  const lost = outcomes.flatMap(({ lost }) => lost ?? []);
  const unexplained = outcomes.filter(({ lost, people }) => lost !== null && people <= 5);
  console.log(
    `\npages that tell more than the API: ${pages.length} ${pages.slice(0, 5).join(" ")}`,
  );
  const open = lines.filter(({ outcome }) => isUnproved(outcome));
  const numbers = open.map(({ number }) => number).join(" ");
  console.log(
    `games that were looked at twice: ${outcomes.filter(({ looks }) => looks > 1).length}`,
  );
  console.log(`games in which too few samples prove nothing: ${open.length} ${numbers}`);
  console.log(`games without a hypothesis left: ${lost.length} ${lost.slice(0, 5).join("; ")}`);
  const hasFound = outcomes.some(({ known }) => beyond(known, SURE).length > 0);
  const isClean = !hasFound && pages.length === 0 && unexplained.length === 0;
  return isClean && outcomes.length === games ? 0 : 1;
}

/** True if the samples do not rule out that a secret pair is known. */
function isUnproved({ known }: Outcome): boolean {
  const found = new Set(beyond(known, SURE));
  return perhapsBeyond(known, SURE).some((one) => !found.has(one));
}

function printRow(name: string, outcomes: readonly Outcome[]): void {
  const sum = (count: (one: Outcome) => number) =>
    String(outcomes.reduce((sum, one) => sum + count(one), 0)).padStart(7);
  console.log(
    name.padEnd(6) + String(outcomes.length).padStart(7) + " " + [
      sum(({ pairs }) => pairs),
      sum(({ known }) => pairsOf(known.filter(({ belief }) => belief > LIKELY))),
      sum(({ known }) => pairsOf(beyond(known, LIKELY))),
      sum(({ known }) => pairsOf(known.filter(({ belief }) => belief > SURE))),
      sum(({ known }) => pairsOf(beyond(known, SURE))),
    ].join(" "),
  );
}

function pairsOf(known: readonly Known[]): number {
  return new Set(known.map(({ game, giver, receiver }) => `${game} ${giver} ${receiver}`)).size;
}
