import assert from "node:assert/strict";
import { fieldOf } from "../browser/address_fields.ts";
import { Form } from "../http/form.ts";
import { translator } from "../i18n/translate.ts";
import {
  addressFieldsOf,
  blankAddress,
  countriesIn,
  isAddressTyped,
  labelLines,
  linesOf,
  readTypedAddress,
  toAddress,
} from "./address_form.ts";

const t = translator("en");

/** The parts of a country in their order; required ones with a star. */
function partsOf(country: string): string {
  const fields = addressFieldsOf(country) ?? [];
  return fields.map(({ part, isRequired }) => part + (isRequired ? "*" : "")).join(" ");
}

Deno.test("addressFieldsOf() asks for the parts that people there write, in their order", () => {
  assert.deepEqual(
    Object.fromEntries(
      [
        ...["DE", "FR", "GB", "US", "JP", "BR", "NL", "CN", "AO", ""],
        ...["AT", "AU", "CA", "CH", "ES", "IE", "IN", "IT", "KR", "MX", "PL", "TW"],
      ].map((one) => [one, partsOf(one)]),
    ),
    {
      DE: "name* street* more postcode* city*",
      FR: "name* street* more postcode* city*",
      GB: "name* street* more city* postcode*",
      US: "name* street* more city* state* postcode*",
      JP: "postcode* state* street* more name*",
      BR: "name* street* more district city* state* postcode*",
      NL: "name* street* more postcode* city*",
      CN: "postcode* state* city* district street* more name*",
      AO: "",
      "": "",
      AT: "name* street* more postcode* city*",
      AU: "name* street* more city* state* postcode*",
      CA: "name* street* more city* state* postcode*",
      CH: "name* street* more postcode* city*",
      ES: "name* street* more postcode* city* state*",
      IE: "name* street* more district city* state postcode",
      IN: "name* street* more city* postcode* state*",
      IT: "name* street* more postcode* city* state*",
      KR: "state* city* district street* more name* postcode*",
      MX: "name* street* more district postcode* city* state*",
      PL: "name* street* more postcode* city*",
      TW: "postcode state* city* street* more name*",
    },
  );
  const word = (country: string, asked = "postcode") =>
    addressFieldsOf(country)?.find(({ part }) => part === asked)?.word;
  assert.deepEqual(["DE", "US", "BR", "CN"].map((one) => word(one)), [
    "PLZ",
    "ZIP code",
    "CEP",
    "邮政编码",
  ]);
  assert.equal(word("GB", "street"), "house number and street");
});

Deno.test("toAddress() writes lines as people there do, and names missing parts", () => {
  const typed = (country: string, parts: Partial<ReturnType<typeof blankAddress>>) =>
    toAddress({ ...blankAddress(country), ...parts }, t);
  const us = { name: "Al", street: "1 Main St", city: "Salem", state: "OR", postcode: "97301" };
  assert.deepEqual(typed("US", us), {
    address: { lines: ["Al", "1 Main St", "Salem, OR 97301"], country: "US", hint: "" },
  });
  const jp = { name: "花子", street: "千代田区1-1", state: "東京都", postcode: "100-0001" };
  assert.deepEqual(typed("JP", jp), {
    address: { lines: ["〒100-0001", "東京都", "千代田区1-1", "花子"], country: "JP", hint: "" },
  });
  const latin = { name: "Hanako", street: "Chiyoda 1-1", state: "Tokyo", postcode: "100-0001" };
  assert.deepEqual(typed("JP", latin), {
    address: { lines: ["Hanako", "Chiyoda 1-1, Tokyo", "100-0001"], country: "JP", hint: "" },
  });
  assert.deepEqual(typed("JP", { ...latin, more: "Flat 2" }), {
    address: {
      lines: ["Hanako", "Chiyoda 1-1", "Flat 2", "Tokyo", "100-0001"],
      country: "JP",
      hint: "",
    },
  });
  const cn = {
    name: "李雷",
    street: "长安街1号",
    city: "北京市",
    state: "北京市",
    postcode: "100000",
  };
  assert.deepEqual(typed("CN", cn), {
    address: { lines: ["100000", "北京市", "长安街1号", "李雷"], country: "CN", hint: "" },
  });
  const missing = typed("DE", { name: "Al", city: "Ulm" });
  assert("errors" in missing);
  assert.deepEqual(Object.keys(missing.errors), [fieldOf("street"), fieldOf("postcode")]);
  assert.deepEqual(typed("AO", { lines: " Ana \n\nRua 1" }), {
    address: { lines: ["Ana", "Rua 1"], country: "AO", hint: "" },
  });
  assert("errors" in typed("", { lines: "a\nb\nc\nd\ne\nf\ng" }));
  assert("errors" in typed("", { lines: "x".repeat(81) }));
  const ie = { name: "a", street: "b", more: "c", district: "d", city: "e", state: "f" };
  const long = typed("IE", { ...ie, postcode: "g" });
  assert("address" in long);
  assert.deepEqual(long.address.lines, ["a", "b", "c", "d", "e", "f, g"]);
});

Deno.test("countriesIn() and labelLines() name countries in the reader's language", () => {
  const german = countriesIn("de");
  assert(german.length > 240 && german.length < 260);
  assert(german.some(({ value, label }) => value === "DE" && label === "Deutschland"));
  for (const none of ["EU", "UN", "ZZ", "UK", "SU"]) {
    assert(!german.some(({ value }) => value === none), none);
  }
  const address = { lines: ["Ana"], country: "FR", hint: "Code 1" };
  assert.deepEqual(labelLines(address, "de"), ["Ana", "FRANKREICH"]);
  assert.deepEqual(labelLines({ ...address, country: "" }, "de"), ["Ana"]);
});

Deno.test("labelLines() ends a name in Japan with 様, once, and leaves other lines alone", () => {
  const label = (...lines: string[]) =>
    labelLines({ lines, country: "JP", hint: "" }, "ja").join("|");
  assert.equal(label("〒100-0001", "東京都", "1-1", "花子"), "〒100-0001|東京都|1-1|花子 様|日本");
  assert.equal(label("〒100-0001", "花子様"), "〒100-0001|花子様|日本");
  assert.equal(label("〒100-0001", "花子", "090-1"), "〒100-0001|花子|090-1|日本");
  assert.equal(label("Hanako", "Chiyoda 1-1"), "Hanako|Chiyoda 1-1|日本");
});

Deno.test("readTypedAddress() reads lines or parts, and the parts of another country once it is chosen", () => {
  const read = (fields: Record<string, string>) =>
    readTypedAddress(
      new Form(
        new URLSearchParams(
          Object.entries(fields).map(([name, value]) => [
            name === "switch" ? name : name.replace(/^(shown-)?/, "$1address-"),
            value,
          ]),
        ),
      ),
    );
  const stored = { lines: ["Ana", "Rua 1"], country: "PT", hint: "Code 1" };
  const shown = blankAddress("DE", stored);
  assert.deepEqual([shown.country, shown.lines, shown.hint], ["PT", "Ana\nRua 1", "Code 1"]);
  const lines = { country: "PT", lines: " Ana\nRua 1 ", hint: " Code 1 " };
  assert.deepEqual(read(lines), shown);
  const asStored = { ...lines, "shown-lines": "Ana\r\nRua 1" };
  assert.deepEqual(read({ ...asStored, switch: "" }), { ...shown, lines: null }, "as it is stored");
  assert.equal(read({ ...lines, switch: "" }).lines, shown.lines, "typed, and nowhere else");
  assert.equal(read({ ...lines, name: "Ana", switch: "" }).lines, shown.lines);
  assert.equal(read({ ...lines, city: "Lisboa", switch: "" }).lines, null, "made from the parts");
  assert.equal(read({ ...lines, lines: " ", switch: "" }).lines, null);
  assert.equal(read({ ...lines, country: "AO", switch: "" }).lines, shown.lines, "AO has no form");
  const parts = { country: "DE", name: " Al ", city: "Ulm", hint: "" };
  assert.deepEqual(read(parts), { ...blankAddress("DE"), name: "Al", city: "Ulm" });
});

Deno.test("linesOf() has the lines, or else the parts that were typed", () => {
  const blank = blankAddress("AO");
  assert.equal(linesOf(blank), "");
  assert.equal(linesOf({ ...blank, name: "Al", city: "Ulm" }), "Al\nUlm");
  assert.equal(linesOf({ ...blank, name: "Al", lines: "Ana\nRua 1" }), "Ana\nRua 1");
  assert.equal(linesOf({ ...blank, name: "Al" }), "", "a name alone is no address");
  assert.deepEqual(toAddress({ ...blank, street: "Rua 1", city: "Luanda" }, t), {
    address: { lines: ["Rua 1", "Luanda"], country: "AO", hint: "" },
  });
});

Deno.test("isAddressTyped() is true of anything but a name", () => {
  const blank = blankAddress("DE");
  assert.deepEqual(
    [
      blank,
      { ...blank, name: "Al", hint: "Code 1" },
      { ...blank, city: "Ulm" },
      { ...blank, lines: "" },
      { ...blank, lines: "Ulm" },
      { ...blank, lines: "", city: "Ulm" },
    ].map(isAddressTyped),
    [false, false, true, false, true, false],
  );
});

Deno.test("toAddress() keeps the hint, and refuses more than a label holds", () => {
  const typed = { ...blankAddress(""), lines: "a\nb\nc\nd\ne\nf", hint: "Ring twice" };
  assert.deepEqual(toAddress(typed, t), {
    address: { lines: ["a", "b", "c", "d", "e", "f"], country: "", hint: "Ring twice" },
  });
  assert("address" in toAddress({ ...typed, lines: "x".repeat(80) }, t));
  const parts = { ...blankAddress("DE"), name: "Al", street: "x".repeat(81) };
  assert.deepEqual(toAddress({ ...parts, postcode: "89073", city: "Ulm" }, t), {
    errors: { [fieldOf("street")]: t("post.address.tooLong") },
  });
});
