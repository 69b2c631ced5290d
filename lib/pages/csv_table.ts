import Papa from "papaparse";

/**
 * Rows as CSV that spreadsheets open as they should: UTF-8 by its mark, and no cell a formula, whatever
 * someone is called or wishes. Every cell is quoted: where a semicolon or a tab separates, what stands behind
 * one in a name would begin a cell of its own.
 */
export function csvTable(rows: string[][]): string {
  // Beside the usual beginnings of a formula, those that spreadsheets reach by wide characters.
  const options = { quotes: true, escapeFormulae: /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u };
  return "\uFEFF" + Papa.unparse(rows, options) + "\r\n";
}
