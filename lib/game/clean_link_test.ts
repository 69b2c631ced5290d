import assert from "node:assert/strict";
import { cleanLink, parseUrl } from "./clean_link.ts";

Deno.test("cleanLink() drops tracking, and keeps what identifies the article", () => {
  const rows: [string, string][] = [
    ["https://shop.example/tea?id=1&utm_source=x&utm=y&gclid=z", "https://shop.example/tea?id=1"],
    ["https://shop.example/tea?UTM_Source=x&ref=7", "https://shop.example/tea?ref=7"],
    [
      "https://shop.example/tea?utm_source=x#utm_medium=y&size=2",
      "https://shop.example/tea#size=2",
    ],
    ["https://shop.example/tea#:~:text=cheap", "https://shop.example/tea"],
    ["https://shop.example/a?q=utm_source%3Dx", "https://shop.example/a?q=utm_source%3Dx"],
    [" http://shop.example/a ", "http://shop.example/a"],
    ["HTTPS://Shop.Example/A", "https://shop.example/A"],
    ["https://tée.example/é", "https://xn--te-bja.example/%C3%A9"],
    ["https://[::1]/a", "https://[::1]/a"],
    [
      "https://www.amazon.co.uk/Tea/dp/B01/ref=sr_1_1?keywords=tea&th=1&tag=x&smid=A",
      "https://www.amazon.co.uk/Tea/dp/B01?smid=A",
    ],
    ["https://amazon.de/s?k=tea&keywords=x&qid=1", "https://amazon.de/s?k=tea&keywords=x"],
    ["https://amazon.de/gp/product/B01/123-1234567-1234567", "https://amazon.de/gp/product/B01"],
    ["https://notamazon.de/a?tag=x", "https://notamazon.de/a?tag=x"],
    ["https://www.ebay.de/itm/1?hash=x&var=2", "https://www.ebay.de/itm/1?var=2"],
    [
      "https://www.etsy.com/listing/1?ref=x&variation=2",
      "https://www.etsy.com/listing/1?variation=2",
    ],
    ["https://youtu.be/abc?si=x&t=9", "https://youtu.be/abc?t=9"],
    ["https://open.spotify.com/track/1?si=x", "https://open.spotify.com/track/1"],
    ["https://www.thomann.de/a.htm?offid=1&listPosition=2", "https://www.thomann.de/a.htm"],
    [
      "https://store.steampowered.com/app/1/?snr=x&l=de",
      "https://store.steampowered.com/app/1/?l=de",
    ],
    ["https://www.walmart.com/ip/1?u1=x&athcpid=y&id=2", "https://www.walmart.com/ip/1?id=2"],
    [
      "https://www.kickstarter.com/projects/1?ref=x&tab=2",
      "https://www.kickstarter.com/projects/1?tab=2",
    ],
    [
      "https://de.aliexpress.com/item/1.html?scm=x&pvid=y&sku=2",
      "https://de.aliexpress.com/item/1.html?sku=2",
    ],
    [
      "https://www.mercadolibre.com.mx/p/1?position=1&reco_id=x&variation=2",
      "https://www.mercadolibre.com.mx/p/1?variation=2",
    ],
    ["https://www.youtube.com/watch?v=1&pp=x&feature=y", "https://www.youtube.com/watch?v=1"],
    ["https://www.bol.com/nl/p/1?promo=x&bltgh=y", "https://www.bol.com/nl/p/1"],
    ["https://item.rakuten.co.jp/a?scid=x&variantId=1", "https://item.rakuten.co.jp/a?variantId=1"],
  ];
  for (const [typed, cleaned] of rows) {
    assert.equal(cleanLink(typed), cleaned, typed);
    assert.equal(cleanLink(cleaned), cleaned, "what is clean stays as it is");
  }
});

Deno.test("cleanLink() accepts only plain web addresses of at most 500 characters", () => {
  const base = "https://shop.example/";
  const refused = [
    ...["", "shop.example", "ftp://shop.example/", "javascript:alert(1)", "https://"],
    ...["https://ana@shop.example/", "https://ana:pw@shop.example/", "https://:pw@shop.example/"],
    ...["https://shop.example/a b", "https://shop.example/a\nb", "https://shop.example/<a>"],
    ...['https://shop.example/"a"', "https://shop.example\\a", "https:///shop.example/"],
    ...["https://?q=1", "https://a%00b.example/", base + "x".repeat(500 - base.length + 1)],
    `${base}?gclid=${"x".repeat(4000)}`,
  ];
  for (const typed of refused) assert.equal(cleanLink(typed), null, typed.slice(0, 60));
  const longest = base + "x".repeat(500 - base.length);
  assert.equal(cleanLink(longest), longest);
  assert.equal(cleanLink(`${base}?gclid=${"x".repeat(3900)}`), base, "what tracks may be long");
  assert.equal(
    cleanLink(`https://www.amazon.co.jp/${"茶".repeat(60)}/dp/B01`),
    "https://www.amazon.co.jp/dp/B01",
  );
});

Deno.test("parseUrl() is null for text that is not an address", () => {
  assert.equal(parseUrl("https://a.example/b")?.pathname, "/b");
  assert.equal(parseUrl("no address"), null);
});
