import { cpus, totalmem } from "node:os";

/** One part of the results: a heading, a description, and a table with a header row. */
export interface Part {
  title: string;
  text: string;
  rows: readonly (readonly string[])[];
}

/** A results file, and the task that writes it. */
export interface ResultsFile {
  url: URL;
  task: string;
}

const BENCH: ResultsFile = { url: new URL("RESULTS.md", import.meta.url), task: "bench" };

/** Replaces the earlier results of a part, and prints them. */
export async function writeResults(
  name: string,
  { title, text, rows }: Part,
  { url, task }: ResultsFile = BENCH,
): Promise<void> {
  const [first] = cpus();
  const machine = `${cpus().length} × ${first?.model ?? "?"}, ${
    Math.round(totalmem() / 2 ** 30)
  } GiB, Deno ${Deno.version.deno}, ${Deno.build.os}`;
  const day = new Date().toISOString().slice(0, 10);
  const part = `## ${title}\n\n${text}\n\n${tableOf(rows)}\n\n${day}, ${machine}`;
  console.log(part);
  const known = await Deno.readTextFile(url).catch(() =>
    `# Measured\n\nWritten by \`deno task ${task}\`; compare figures of one table only: machines differ, and are noisy.\n`
  );
  const section = new RegExp(`<!-- ${name} -->[^]*?<!-- /${name} -->\n?`);
  const text2 = `<!-- ${name} -->\n\n${part}\n\n<!-- /${name} -->\n`;
  await Deno.writeTextFile(
    url,
    section.test(known) ? known.replace(section, () => text2) : `${known}\n${text2}`,
  );
}

/** A Markdown table, with the first row as its header. */
export function tableOf([head = [], ...body]: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...body].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** A ratio as shown in the tables. */
export function ratio(one: number, other: number): string {
  return (one / other).toFixed(2);
}
