import assert from "node:assert/strict";
import { dedupeHonorifics } from "./honorifics.ts";

Deno.test("dedupeHonorifics() removes a second honorific", () => {
  for (const name of ["おばあちゃん", "花子さん", "健太くん", "山田先生", "お母様", "ママ"]) {
    assert.equal(dedupeHonorifics(`${name}さん、こんにちは！`, [name]), `${name}、こんにちは！`);
  }
  assert.equal(dedupeHonorifics("翔とママさん", [3, ["翔", "ママ"]]), "翔とママ");
});

Deno.test("dedupeHonorifics() leaves names themselves and every other honorific", () => {
  for (const name of ["花子", "さんさん堂", "ママさん$&コーラス", "Anna"]) {
    assert.equal(dedupeHonorifics(`みなさん、${name}さん`, [name]), `みなさん、${name}さん`);
  }
});
