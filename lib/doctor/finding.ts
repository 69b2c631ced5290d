/** How serious something is; where there is a problem, the service does not do what it should. */
export type Level = "ok" | "warning" | "problem";

/** What was found out about one thing. */
export interface Finding {
  level: Level;
  /** What was looked at. */
  what: string;
  /** How it is found. */
  value: string;
  /** What to do, in plain words; null: nothing. */
  advice: string | null;
}

export function ok(what: string, value: string): Finding {
  return { level: "ok", what, value, advice: null };
}

export function warning(what: string, value: string, advice: string): Finding {
  return { level: "warning", what, value, advice };
}

export function problem(what: string, value: string, advice: string): Finding {
  return { level: "problem", what, value, advice };
}

/** A finding in one line. */
export function writeFinding({ level, what, value, advice }: Finding): string {
  // What servers say may have several lines.
  const told = `${what}: ${value}`.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return `${level.padEnd(7)}  ${told}${advice ? `. ${advice}` : ""}`;
}

/** What an error says, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A system error may have nothing but its code, or hide behind one that says less.
  const code = "code" in error ? String(error.code) : "";
  const cause = error.cause instanceof Error ? ` (${reasonOf(error.cause)})` : "";
  return `${error.message || code || error.name}${cause}`.replace(/\.$/, "");
}

/** An age for people: "5 minutes", "3 days". @param seconds 0 or more */
export function writeAge(seconds: number): string {
  const units = [[86_400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]] as const;
  for (const [length, name] of units) {
    const count = Math.floor(seconds / length);
    // Below two of a unit, the next smaller one says more.
    if (count >= 2 || length === 1) return `${count} ${name}${count === 1 ? "" : "s"}`;
  }
  return "";
}

/** "1.2 GB" */
export function writeBytes(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)));
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
