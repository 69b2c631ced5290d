import assert from "node:assert/strict";
import fc from "fast-check";
import { amountOf, readHandedWish } from "./handed_wish.ts";
import { cleanLink, parseWishLines } from "./wish_links.ts";

const handed = (given: Record<string, string>) => readHandedWish(new URLSearchParams(given));

Deno.test("readHandedWish() reads what the bookmarklet and share sheets hand over", () => {
  assert.deepEqual(
    handed({
      title: "LEGO Technic",
      url: "https://shop.example/lego?utm_source=x",
      price: "49,99 €",
      currency: "eur",
      image: "https://cdn.example/lego.jpg?gclid=1",
    }),
    {
      text: "LEGO Technic (49.99 EUR) https://shop.example/lego",
      picture: "https://cdn.example/lego.jpg",
    },
  );
  const text = (given: Record<string, string>) => handed(given).text;
  assert.equal(
    text({ title: "Mug", url: "https://a.example/1", price: "12.345", currency: "kwd" }),
    "Mug (12.35 KWD) https://a.example/1",
  );
  assert.equal(text({ title: "Mug", text: "https://a.example/1" }), "Mug https://a.example/1");
  assert.equal(
    text({ text: "Look at this:\nRed mug https://a.example/1 now" }),
    "Red mug now https://a.example/1",
  );
  assert.equal(
    text({ url: "https://a.example/red-mug" }),
    "https://a.example/red-mug",
  );
  assert.equal(text({ title: "List", text: " Socks\r\n\r\nTea \u202e" }), "Socks\nTea");
  assert.equal(text({ title: "Socks" }), "Socks");
  assert.equal(
    text({ title: "https://evil.example Mug", url: "https://a.example/1" }),
    "Mug https://a.example/1",
  );
  assert.deepEqual(handed({ url: "javascript:alert(1)", image: "data:image/png;base64,A" }), {
    text: "",
    picture: "",
  });
});

Deno.test("amountOf() reads prices as shops write them", () => {
  const prices = {
    "49.99": "49.99",
    "49,99 €": "49.99",
    "1.299,00": "1299.00",
    "$1,299.00": "1299.00",
    "1 299,5": "1299.5",
    "CHF 1'299.–": "1299",
    "¥3,980": "3980",
    "12": "12",
    "007": "7",
    "": "",
    "free": "",
    "12345678901": "",
    // Shops also write more decimals than a price has.
    "185.130001": "185.13",
    "49.9900": "49.99",
    "0.999": "1.00",
    "1,299.000": "1299.00",
    "1299.990": "1299.99",
    "1.299": "1299",
    "1.299.000": "1299000",
    "1,00,000": "100000",
    "9999999999.999": "",
  };
  for (const [price, amount] of Object.entries(prices)) {
    assert.equal(amountOf(price, "EUR"), amount, price);
  }
  for (const currency of ["KWD", "BHD", "OMR", "TND", "JOD", "IQD", "LYD"]) {
    assert.equal(amountOf("12.500", currency), "12.50", currency);
    assert.equal(amountOf("1.250.000", currency), "1250000", currency);
  }
  assert.equal(amountOf("1.299", "Kč"), "1299", "no code of a currency");
});

Deno.test("parseWishLines() reads back everything that was handed over", () => {
  const unit = fc.constantFrom(
    ...'aZ09 \n\r\u0000\u202e\u2066\u200b()[]:.,|-–/\\<>"&%🎁日\ud800',
    ...["https://", "www.", "www.a.example", "(1 EUR)", "- ", "2) "],
  );
  const text = fc.string({ unit, maxLength: 60 });
  fc.assert(fc.property(text, text, fc.nat({ max: 9999 }), (title, shared, price) => {
    const url = "https://shop.example/a?id=1";
    const { text } = handed({ title, text: shared, url, price: String(price), currency: "JPY" });
    const wishes = parseWishLines(text);
    assert.equal(wishes.length, 1, text);
    assert.equal(wishes[0]?.url, url, text);
    assert.equal(wishes[0].price?.amount, String(price), text);
    assert.doesNotMatch(text, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  }));
  const many = handed({
    title: "x ".repeat(5000),
    text: "y\n".repeat(50_000),
    url: "https://a.example/",
  });
  assert(many.text.length < 200);
  assert(handed({ text: "y\n".repeat(50_000) }).text.length <= 2000);
  assert.equal(cleanLink(handed({ image: `https://a.example/${"x".repeat(9000)}` }).picture), null);
});
