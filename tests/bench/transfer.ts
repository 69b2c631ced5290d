import type { Watch } from "@/lib/store/transfer/copy.ts";
import { backup, restore, type Transferred } from "@/lib/store/transfer/transfer.ts";
import { makeDatabase } from "../support/postgres.ts";
import { fullDatabase, GAMES } from "./full_games.ts";
import type { Part } from "./results.ts";
import { resetResidentPeak, residentPeak } from "./servers.ts";

/** Measures a backup of a full Postgres database, and its restore into an empty one. */
export async function benchTransfer(): Promise<Part> {
  const place = (databaseUrl: string) => ({
    databaseUrl,
    dataDir: "",
    tokenSecret: "secret of the benchmark",
  });
  const full = place(await fullDatabase());
  const empty = place(await makeDatabase());
  const folder = await Deno.makeTempDir({ prefix: "gift-exchange-bench-" });
  const file = `${folder}/games.gz`;
  try {
    const written = await measure((watch) => backup(full, file, watch));
    const { size } = await Deno.stat(file);
    const read = await measure((watch) => restore(empty, file, watch));
    if (written.checksum !== read.checksum) throw new Error("What was restored is something else");
    return {
      title: "Backup and restore",
      text: `All ${
        GAMES.toLocaleString("en-GB")
      } games of Postgres with ${written.rows} rows, read again from the file, and again from the database that was restored; the checksums of all are the same. The file has ${
        (size / 1e6).toFixed(0)
      } MB.`,
      rows: [
        ["", "seconds", "of them", "games a second", "peak, MB"],
        ["backup", ...written.cells],
        ["restore", ...read.cells],
      ],
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function measure(work: (watch: Watch) => Promise<Transferred>) {
  const times = new Map<string, { first: number; last: number }>();
  const watch: Watch = {
    onProgress(what, done, all) {
      const now = performance.now();
      const seen = times.get(what) ?? { first: now, last: now };
      times.set(what, { ...seen, last: now });
      if (done % 100_000 < 32 || done === all) console.log(`${what} ${done} of ${all}`);
    },
    onWait() {},
    signal: new AbortController().signal,
  };
  await resetResidentPeak(Deno.pid);
  const began = performance.now();
  const { counts, checksum } = await work(watch);
  const seconds = (performance.now() - began) / 1000;
  const phases = [...times].map(([what, { first, last }]) =>
    `${what} ${((last - first) / 1000).toFixed(0)}`
  );
  return {
    checksum,
    rows: Object.values(counts).reduce((sum, count) => sum + count).toLocaleString("en-GB"),
    cells: [
      seconds.toFixed(0),
      phases.join(", "),
      (GAMES / seconds).toFixed(0),
      (await residentPeak(Deno.pid)).toFixed(0),
    ],
  };
}
