/** Encodings that spreadsheets use instead of UTF-8, by the page's language. */
const CODE_PAGES: Readonly<Record<string, string>> = { ja: "shift_jis", zh: "gb18030" };

/** Decodes the text of a list in a file. @param language of the page, for files that do not reveal their encoding */
export function decodeList(bytes: Uint8Array<ArrayBuffer>, language: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(CODE_PAGES[language.slice(0, 2)] ?? "windows-1252").decode(bytes);
  }
}
