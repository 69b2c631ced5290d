/** Severity. A problem keeps the service from working as it should. */
export type Level = "ok" | "warning" | "problem";

/** The result of one check. */
export interface Finding {
  level: Level;
  /** What was checked. */
  what: string;
  /** Its state. */
  value: string;
  /** What to do, in plain words; null: nothing. */
  advice: string | null;
}

/** The clock of another machine and ours at the same moment, in ms since 1970. */
export interface Clock {
  theirs: number;
  ours: number;
}

/** Findings from another machine, with its clock if it is known. */
export interface Answered {
  findings: Finding | Finding[];
  clock: Clock | null;
}

/** The result of a check. */
export type Found = Finding | Finding[] | Answered;

/** Makes findings about one subject. */
export function about(what: string) {
  const of = (level: Level) => (value: string, advice: string): Finding => {
    return { level, what, value, advice };
  };
  const ok = (value: string): Finding => ({ level: "ok", what, value, advice: null });
  return { ok, warning: of("warning"), problem: of("problem") };
}

/** Formats a finding as one line. */
export function writeFinding({ level, what, value, advice }: Finding): string {
  // A server's answer may have several lines.
  const told = `${what}: ${value}`.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return `${level.padEnd(7)}  ${told}${advice ? `. ${advice}` : ""}`;
}

/** Returns an error's message with those of its causes, without a full stop. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A system error may have only a code, or be the cause of another error.
  const code = "code" in error ? String(error.code) : "";
  const cause = error.cause instanceof Error ? ` (${reasonOf(error.cause)})` : "";
  return `${error.message || code || error.name}${cause}`.replace(/\.$/, "");
}

/** Formats an age: "5 minutes", "3 days". @param seconds 0 or more */
export function writeAge(seconds: number): string {
  const units = [[86_400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]] as const;
  for (const [length, name] of units) {
    const count = Math.floor(seconds / length);
    // Below two of a unit, use the next smaller one.
    if (count >= 2 || length === 1) return `${count} ${name}${count === 1 ? "" : "s"}`;
  }
  return "";
}

/** Formats a size: "1.2 GB". */
export function writeBytes(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)));
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
