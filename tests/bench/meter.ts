import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import postgres from "postgres";

/** Cumulative costs; the difference between two readings is the cost of the work between them. */
export interface Reading {
  /** CPU of the service, in ms. */
  serviceCpu: number;
  /** CPU of the database server with all its processes, in ms; 0 for SQLite, which runs in the service. */
  databaseCpu: number;
  /** Size of the database with all indexes, in bytes. */
  kept: number;
  /** Bytes written to the write-ahead log; for SQLite, everything that the service has written to its disk. */
  written: number;
}

export interface Meter {
  read(): Promise<Reading>;
  countRows(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

const TABLES = [
  "games",
  "participants",
  "assignments",
  "exclusions",
  "household_members",
  "outbox",
] as const;

/** Linux's unit of CPU accounting, in ms. */
const TICK = 10;

/** Opens a meter for a service and its database. Linux only. */
export function openMeter(pid: number, env: Record<string, string>): Promise<Meter> {
  return env.DATABASE_URL
    ? openPostgresMeter(pid, env.DATABASE_URL)
    : Promise.resolve(openSqliteMeter(pid, `${env.DATA_DIR}/gift-exchange.db`));
}

async function openPostgresMeter(pid: number, url: string): Promise<Meter> {
  const db = postgres(url, { max: 1, onnotice: () => {} });
  const [place] = await db<{ path: string }[]>`
    select current_setting('data_directory') as path`;
  const [first = ""] = readFileSync(`${place?.path}/postmaster.pid`, "utf8").split("\n");
  return {
    async read() {
      const [row] = await db<{ written: number; kept: number }[]>`
        select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as written,
          (select sum(pg_total_relation_size(oid))::float8 from pg_class
           where relkind = 'r' and relnamespace = 'public'::regnamespace) as kept`;
      return {
        serviceCpu: cpuOf(pid),
        databaseCpu: cpuOfFamily(Number(first)),
        written: row?.written ?? 0,
        kept: row?.kept ?? 0,
      };
    },
    async countRows() {
      const rows = await Promise.all(
        TABLES.map((table) => db<{ count: number }[]>`select count(*)::integer from ${db(table)}`),
      );
      return Object.fromEntries(TABLES.map((table, at) => [table, rows[at]?.[0]?.count ?? 0]));
    },
    close: () => db.end(),
  };
}

function openSqliteMeter(pid: number, path: string): Meter {
  const ask = (sql: string) => {
    const db = new DatabaseSync(path);
    try {
      return Object.values(db.prepare(sql).get() ?? {}).map(Number)[0] ?? 0;
    } finally {
      db.close();
    }
  };
  return {
    read() {
      ask("pragma wal_checkpoint(truncate)");
      const io = readFileSync(`/proc/${pid}/io`, "utf8");
      return Promise.resolve({
        serviceCpu: cpuOf(pid),
        databaseCpu: 0,
        written: Number(/^write_bytes: (\d+)/m.exec(io)?.[1]),
        kept: ask("pragma page_count") * ask("pragma page_size"),
      });
    },
    countRows: () =>
      Promise.resolve(
        Object.fromEntries(TABLES.map((name) => [name, ask(`select count(*) from ${name}`)])),
      ),
    close: () => Promise.resolve(),
  };
}

/** The fields of `/proc/…/stat` after the program's name, from the state on. */
function statOf(pid: number | string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function cpuOf(pid: number | string): number {
  const stat = statOf(pid);
  return TICK * (Number(stat[11]) + Number(stat[12]));
}

/** CPU of a process, its children, and those of its children that have ended. */
function cpuOfFamily(pid: number): number {
  const own = statOf(pid);
  let sum = cpuOf(pid) + TICK * (Number(own[13]) + Number(own[14]));
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (Number(statOf(name)[1]) === pid) sum += cpuOf(name);
    } catch {
      // Has ended meanwhile, and counts as one of those.
    }
  }
  return sum;
}
