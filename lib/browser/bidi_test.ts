import { equal } from "node:assert/strict";
import { directionOf, isolate, withoutIsolates } from "./bidi.ts";

Deno.test("directionOf() is the direction of the script that the tag names, or of the language's usual script", () => {
  for (const tag of ["he", "ar-EG", "fa", "ur", "az-Arab"]) equal(directionOf(tag), "rtl", tag);
  for (const tag of ["en", "zh-Hans", "ja", "az", "he-Latn"]) equal(directionOf(tag), "ltr", tag);
});

Deno.test("isolate() encloses only names of the other direction", () => {
  equal(isolate("דוד"), "\u2068דוד\u2069");
  equal(isolate("محمد 2"), "\u2068محمد 2\u2069");
  equal(isolate("a\u202eb"), "\u2068a\u202eb\u2069", "a sign that turns what follows");
  for (const plain of ["Zoë O’Neill", "花子", "Ольга", "24 December", "", "🎄"]) {
    equal(isolate(plain), plain);
  }
  equal(isolate("Zoë", true), "\u2068Zoë\u2069");
  equal(isolate("!", true), "!");
});

Deno.test("isolate() leaves isolated parts alone", () => {
  const list = `${isolate("דוד")}, Ana and ${isolate("רות")}`;
  equal(isolate(list), list);
});

Deno.test("withoutIsolates() gives the name back", () => {
  equal(withoutIsolates(`${isolate("דוד")} via Gift Exchange`), "דוד via Gift Exchange");
});
