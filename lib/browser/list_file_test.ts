import assert from "node:assert/strict";
import { decodeList } from "./list_file.ts";

Deno.test("decodeList() reads what spreadsheets write", () => {
  const text = "Jörg;j@example.org\r\nInés;i@example.org";
  const latin = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const utf16 = Uint8Array.from(["\ufeff", ...text].flatMap((letter) => {
    const code = letter.charCodeAt(0);
    return [code & 255, code >> 8];
  }));
  for (const bytes of [new TextEncoder().encode(text), latin, utf16]) {
    assert.equal(decodeList(bytes, "de"), text);
  }
  assert.equal(decodeList(new TextEncoder().encode("\ufeff" + text), "de"), text);
  // 花 in Shift JIS and in GB 18030.
  assert.equal(decodeList(Uint8Array.of(0x89, 0xd4), "ja"), "花");
  assert.equal(decodeList(Uint8Array.of(0xbb, 0xa8), "zh-Hans"), "花");
});
