/** A release under test. */
export interface Release {
  name: "this" | "before";
  /** Checkout folder, if it is not this release. */
  cwd?: string;
}

export const THIS: Release = { name: "this" };

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Adds a row to a table that takes minutes to complete, and prints it. */
export function addRow(rows: string[][], ...row: string[]): void {
  rows.push(row);
  console.error(row.join(" | "));
}
