/**
 * People and groups as lists of lines that are typed, pasted from a spreadsheet or an email, or read from a CSV file.
 * Used by the server and by islands.
 */

/** One person of a list, not validated yet. */
export interface ListedPerson {
  name: string;
  /** "" without one. */
  email: string;
  /** Name of their household in the list; people with the same name live together. "" for none. */
  household: string;
}

/** True if a list may have more than `most` cells. A fast upper bound: quoted separators count, too. */
export function hasMoreCells(text: string, most: number): boolean {
  const separator = /\r\n?|[\t;；,，、&+＆＋\n]/g;
  for (let cells = 1; separator.test(text); cells++) {
    if (cells > most) return true;
  }
  return false;
}

/** Separators of cells, by precedence; also those of Asian keyboards. */
const SEPARATORS = ["\t", ";", "；", ",", "，", "、"];
const QUOTED = /"(?:[^"]|"")*"/g;
/** Words for names in headers, in our languages. */
const NAME_HEADER =
  /name|nombre|nome|\b(?:pre)?noms?\b|naam|名|participant|partecipant|teilnehm|deelnem|参加|参与/i;
/** Words for email addresses in headers, in our languages. */
const MAIL_HEADER = /mail|correo|courriel|メール|邮/i;
/** Words for the status column in the organizer's own list, which takes the place of the household. */
const STATUS_HEADER = /^(?:stand|status|estado|état|stato|situação|状況|状态)$/i;

/**
 * Reads lines of "name, email, household", the last two optional, separated by comma, semicolon or tab and quoted where
 * needed. Also reads addresses as mail programs write them, and names in a single line. Skips a header.
 */
export function parsePeople(text: string): ListedPerson[] {
  const rows = readRows(text);
  const [first] = rows;
  if (first && rows.length === 1 && !text.includes("@")) {
    return first.filter(Boolean).map((name) => ({ name, email: "", household: "" }));
  }
  // "ana.gmail.com", whose "@" was forgotten, is not a header; nor is "Ana, without email".
  const mailAt =
    first?.findIndex((cell, index) => index > 0 && MAIL_HEADER.test(cell) && !/\.\S/.test(cell)) ??
      -1;
  // Only cells before it count: a household after it may contain such a word.
  const isHeader = first && mailAt > 0 && NAME_HEADER.test(first.slice(0, mailAt).join()) &&
    !first.join().includes("@");
  if (!isHeader) return rows.flatMap(readPeople);
  if (!STATUS_HEADER.test(first[2] ?? "")) return rows.slice(1).flatMap(readPeople);
  // Reads only names and addresses of the organizer's own list, whose quoted texts may span lines.
  const whole = text.replace(QUOTED, (cell) => cell.replace(/[\r\n]+/g, " "));
  return readRows(whole).slice(1).flatMap((cells) => readPeople(cells.slice(0, 2)));
}

/** Reads lines of names that form a group: "Ana, Ben" or "Ana & Ben". */
export function parseGroups(text: string): string[][] {
  return readRows(text).map((cells) => {
    const names = cells.filter(Boolean);
    const [only = ""] = names;
    return names.length > 1
      ? names
      : only.split(/[&+＆＋]/).map((name) => name.trim()).filter(Boolean);
  });
}

/**
 * Writes lines that `parsePeople` and `parseGroups` read back with any name. Tests compare the result with papaparse,
 * which would be a fifth of the page's scripts.
 */
export function writeLines(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return rows.map((row) => row.map(quoted).join(",")).join("\n");
}

/** The trimmed cells of each line that is not empty. */
function readRows(text: string): string[][] {
  return text.replace(/^\uFEFF/, "").split(/\r\n?|\n/).flatMap((line) => {
    if (line.trim() === "") return [];
    const plain = line.replace(QUOTED, "");
    const delimiter = SEPARATORS.find((separator) => plain.includes(separator)) ?? ",";
    const cells = line.includes('"')
      ? splitQuoted(line.trim(), delimiter)
      : line.trim().split(delimiter);
    return [cells.map((cell) => cell.trim())];
  });
}

/**
 * The cells of a line with quotes. Tests compare the result with papaparse, which needs 20 µs per line, while a form
 * may have tens of thousands.
 */
export function splitQuoted(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let start = 0;;) {
    if (line[start] !== '"') {
      const end = line.indexOf(delimiter, start);
      cells.push(line.slice(start, end === -1 ? undefined : end));
      if (end === -1) return cells;
      start = end + 1;
      continue;
    }
    const close = closingQuote(line, start, delimiter);
    if (!close) return [...cells, line.slice(start + 1)];
    cells.push(line.slice(start + 1, close.quote).replaceAll('""', '"'));
    if (close.end === line.length) return cells;
    start = close.end + 1;
  }
}

/** Finds the quote that ends a cell and the delimiter after it; other quotes are part of the cell. */
function closingQuote(
  line: string,
  start: number,
  delimiter: string,
): { quote: number; end: number } | undefined {
  for (let from = start + 1;;) {
    const quote = line.indexOf('"', from);
    if (quote === -1) return undefined;
    if (quote === line.length - 1) return { quote, end: line.length };
    from = quote + 1;
    if (line[from] === '"') {
      from++;
      continue;
    }
    let end = from;
    while (line[end] !== delimiter && /\s/.test(line.charAt(end))) end++;
    if (line[end] === delimiter) return { quote, end };
  }
}

/** The person in a line; several if it is a mail program's list of addresses. */
function readPeople(cells: string[]): ListedPerson[] {
  const filled = [...new Set(cells.filter(Boolean))];
  const addressed = filled.flatMap((cell) => readAddressed(cell) ?? readBare(cell) ?? []);
  if (addressed.length > 0 && addressed.length === filled.length) {
    const named = new Set(addressed.flatMap(({ name, email }) => name ? email : []));
    return addressed.filter(({ name, email }) => name || !named.has(email));
  }
  const [first = "", ...others] = filled;
  const [only] = addressed;
  const [last = ""] = others;
  // An empty address cell means that the last cell is a household. Without one, the other cells may be people.
  if (only && others.length === 1 && cells[1] === "" && !last.includes("@")) {
    return [{ ...only, household: last }];
  }
  // Surname and first name, as offices write them: "Lima, Ana <ana@example.org>".
  if (
    only && others.length === 1 && last.endsWith(">") && readAddressed(last) &&
    !(first + only.name).includes("@")
  ) return [{ ...only, name: only.name ? `${first}, ${only.name}` : first }];
  // If the first cell is a person and a later one is, too, each cell is a person.
  if (addressed.length > 1 && (readAddressed(first) ?? readBare(first))) {
    return filled.map((cell) =>
      readAddressed(cell) ?? readBare(cell) ?? { name: cell, email: "", household: "" }
    );
  }
  // First name and surname may be in separate cells before the address.
  const at = cells.findIndex((cell, index) => index > 0 && cell.includes("@"));
  const emailAt = at === -1 ? 1 : at;
  const name = cells.slice(0, emailAt).filter(Boolean).join(" ");
  const email = cells[emailAt] ?? "";
  const household = cells[emailAt + 1] ?? "";
  return name || email ? [{ name, email, household }] : [];
}

/** Each part ends where the next begins, which avoids quadratic time on a long line. */
const BARE = /^[^\s@<>]+@[^\s@<>.]+\.[^\s@<>]+$/;

/** Reads a bare address as someone without a name, because everyone in the game sees the names. */
function readBare(email: string): ListedPerson | null {
  return BARE.test(email) ? { name: "", email, household: "" } : null;
}

/**
 * Reads "Ana Lima <ana@example.org>" or "Ana ana@example.org"; null for anything else. Searches backwards, because a
 * regular expression takes quadratic time on a long line of spaces.
 */
export function readAddressed(cell: string): ListedPerson | null {
  const end = cell.endsWith(">") ? cell.length - 1 : cell.length;
  let start = end;
  while (start > 0 && !/[\s<>]/.test(cell.charAt(start - 1))) start--;
  const email = cell.slice(start, end);
  let nameEnd = start;
  while (nameEnd > 0 && /[\s<]/.test(cell.charAt(nameEnd - 1))) nameEnd--;
  if (nameEnd === start || !/.@./.test(email)) return null;
  const name = unquote(cell.slice(0, nameEnd));
  // Without a name, mail programs write the address in its place, some in single quotes.
  const isAddress = name === email || BARE.test(name.replace(/^'(.*)'$/, "$1"));
  return { name: isAddress ? "" : name, email, household: "" };
}

function unquote(text: string): string {
  return text.replace(/^"(.*)"$/, "$1").trim();
}
