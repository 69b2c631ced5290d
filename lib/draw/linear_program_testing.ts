/** Linear programs, for the tests. */

const TINY = 1e-9;

/**
 * Whether numbers of at least 0 exist for which each of `equal` comes to its sum, which is at least 0, and
 * each of `atMostNothing` to 0 or less: the simplex method (Dantzig 1947), with the lexicographic order of
 * ties replaced by sums that differ a little.
 */
export function isFeasible(
  equal: readonly { row: readonly number[]; sum: number }[],
  atMostNothing: readonly (readonly number[])[],
): boolean {
  const columns = (equal[0]?.row ?? atMostNothing[0] ?? []).length;
  // Each row begins with a variable of its own; those of `equal` must get down to 0.
  const rows = [
    ...equal.map(({ row, sum }) => Float64Array.from([...row, sum])),
    ...atMostNothing.map((row, i) =>
      Float64Array.from([...row, 1e-7 * (1 + (i * 7919 % 997) / 997)])
    ),
  ];
  const cost = new Float64Array(columns + 1);
  for (let i = 0; i < equal.length; i++) rows[i]!.forEach((value, j) => cost[j]! += value);
  /** What is left of a pivot's column is the variable that has gone out, which may come in again. */
  const isOwn = Array.from(rows, (_, i) => i < equal.length);
  const outside = new Uint8Array(columns);
  for (let step = 0; step < 50_000; step++) {
    let enter = -1;
    for (let j = 0; j < columns; j++) {
      if (outside[j] === 0 && cost[j]! > TINY && (enter < 0 || cost[j]! > cost[enter]!)) enter = j;
    }
    if (enter < 0) return cost[columns]! < 1e-6;
    let leave = -1;
    for (let i = 0; i < rows.length; i++) {
      if (rows[i]![enter]! < TINY) continue;
      const ratio = rows[i]![columns]! / rows[i]![enter]!;
      if (leave < 0 || ratio < rows[leave]![columns]! / rows[leave]![enter]!) leave = i;
    }
    if (leave < 0) return false;
    pivot(leave, enter);
  }
  throw new Error("The simplex method takes too long");

  function pivot(leave: number, enter: number): void {
    const row = rows[leave]!;
    const by = row[enter]!;
    for (let j = 0; j <= columns; j++) row[j]! /= by;
    row[enter] = 1 / by;
    for (const other of [...rows, cost]) {
      if (other === row || other[enter] === 0) continue;
      const factor = other[enter]!;
      for (let j = 0; j <= columns; j++) other[j]! -= factor * row[j]!;
      other[enter] = -factor / by;
    }
    // A variable of its own of `equal` does not come back.
    if (isOwn[leave]) {
      outside[enter] = 1;
      isOwn[leave] = false;
    }
  }
}
