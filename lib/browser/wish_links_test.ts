import assert from "node:assert/strict";
import fc from "fast-check";
import { assertLinear } from "@/tests/support/growth.ts";
import { cleanLink, hostOf, parseWishLines, titleFromLink } from "./wish_links.ts";
import { hostileLinks } from "./wish_links_testing.ts";

/** Addresses as shops write them, without https://; what is kept, if not everything; the title. */
const SHAPES: readonly (readonly [typed: string, kept: string, title: string])[] = [
  [
    "www.amazon.de/LEGO-42151-Technic-Bugatti-Bolide/dp/B0BBS9PBLS/ref=sr_1_3?__mk_de_DE=%C3%85M&crid=2X&keywords=lego&qid=1700000000&sprefix=lego%2Caps%2C101&sr=8-3&th=1",
    "www.amazon.de/LEGO-42151-Technic-Bugatti-Bolide/dp/B0BBS9PBLS",
    "LEGO 42151 Technic Bugatti Bolide",
  ],
  [
    "www.amazon.co.jp/%E4%BB%BB%E5%A4%A9%E5%A0%82-Switch/dp/B01N12G06K/ref=zg_bs_1/356-1234567-1234567?pd_rd_i=B01&psc=1",
    "www.amazon.co.jp/%E4%BB%BB%E5%A4%A9%E5%A0%82-Switch/dp/B01N12G06K",
    "任天堂 Switch",
  ],
  [
    "www.amazon.com/gp/product/B08H75RTZ8?ie=UTF8&tag=foo-21",
    "www.amazon.com/gp/product/B08H75RTZ8",
    "",
  ],
  [
    "www.amazon.fr/dp/2070612759/?_encoding=UTF8&ref_=x&smid=A3",
    "www.amazon.fr/dp/2070612759/?smid=A3",
    "",
  ],
  [
    "www.amazon.com/s?k=wooden+train&crid=1&s=price-asc",
    "www.amazon.com/s?k=wooden+train&s=price-asc",
    "",
  ],
  ["amzn.eu/d/abc1234", "", ""],
  [
    "www.ebay.de/itm/166541234567?hash=item26c6:g:abc&var=46512&_trkparms=x&mkcid=1&campid=5",
    "www.ebay.de/itm/166541234567?var=46512",
    "",
  ],
  [
    "www.etsy.com/de/listing/1234567890/personalised-mug-with-name?click_key=a&ref=hp_rv-1&variation0=222",
    "www.etsy.com/de/listing/1234567890/personalised-mug-with-name?variation0=222",
    "Personalised mug with name",
  ],
  [
    "www.zalando.de/nike-air-max-90-sneaker-low-white-ni112o0b4-a11.html?wt_mc=x",
    "www.zalando.de/nike-air-max-90-sneaker-low-white-ni112o0b4-a11.html",
    "Nike air max 90 sneaker low white",
  ],
  [
    "www.ikea.com/de/de/p/billy-buecherregal-weiss-00263850/?utm_source=x#content",
    "www.ikea.com/de/de/p/billy-buecherregal-weiss-00263850/#content",
    "Billy buecherregal weiss",
  ],
  [
    "www.otto.de/p/lego-bugatti-bolide-42151-S0B1C2D3/#variationId=1234567",
    "",
    "Lego bugatti bolide 42151",
  ],
  [
    "www.mediamarkt.de/de/product/_sony-playstation-5-slim-2833101.html",
    "",
    "Sony playstation 5 slim",
  ],
  [
    "www.saturn.de/de/product/_apple-airpods-pro-2870532.html?gclid=a",
    "www.saturn.de/de/product/_apple-airpods-pro-2870532.html",
    "Apple airpods pro",
  ],
  [
    "item.rakuten.co.jp/booxstore/neowing-1234/?scid=af_pc&variantId=12",
    "item.rakuten.co.jp/booxstore/neowing-1234/?variantId=12",
    "Neowing 1234",
  ],
  [
    "de.aliexpress.com/item/1005001234567890.html?spm=a2g0o&algo_pvid=1&sku_id=12",
    "de.aliexpress.com/item/1005001234567890.html?sku_id=12",
    "",
  ],
  [
    "item.taobao.com/item.htm?spm=a1z10&id=520813250866&ali_refid=1",
    "item.taobao.com/item.htm?id=520813250866",
    "",
  ],
  [
    "detail.tmall.com/item.htm?id=61234&skuId=4&scm=1",
    "detail.tmall.com/item.htm?id=61234&skuId=4",
    "",
  ],
  ["item.jd.com/100012043978.html", "", ""],
  [
    "www.bol.com/nl/nl/p/lego-technic-42151/9300000123456789/?Referrer=ADV&bltgh=x",
    "www.bol.com/nl/nl/p/lego-technic-42151/9300000123456789/",
    "Lego technic 42151",
  ],
  ["www.fnac.com/a17654321/Le-Petit-Prince?omnsearchpos=1", "", "Le Petit Prince"],
  [
    "produto.mercadolivre.com.br/MLB-1234567890-bicicleta-aro-29-_JM#position=3&search_layout=stack&tracking_id=abc",
    "produto.mercadolivre.com.br/MLB-1234567890-bicicleta-aro-29-_JM",
    "Bicicleta aro 29 JM",
  ],
  ["www.yodobashi.com/product/100000001003891254/", "", ""],
  [
    "www.thomann.de/de/fender_affinity_tele_lrl.htm?offid=1&affid=2",
    "www.thomann.de/de/fender_affinity_tele_lrl.htm",
    "Fender affinity tele lrl",
  ],
  [
    "www.kickstarter.com/projects/creator/wooden-train-for-all?ref=discovery",
    "www.kickstarter.com/projects/creator/wooden-train-for-all",
    "Wooden train for all",
  ],
  ["www.thalia.de/shop/home/artikeldetails/A1060123456", "", ""],
  ["www.waterstones.com/book/the-hobbit/j-r-r-tolkien/9780261103344", "", "The hobbit"],
  [
    "bookshop.org/p/books/the-hobbit-j-r-r-tolkien/1234567?ean=9780547928227",
    "",
    "The hobbit j r r tolkien",
  ],
  [
    "www.youtube.com/watch?v=dQw4w9WgXcQ&si=abc&t=42",
    "www.youtube.com/watch?v=dQw4w9WgXcQ&t=42",
    "",
  ],
  ["youtu.be/dQw4w9WgXcQ?si=abc", "youtu.be/dQw4w9WgXcQ", ""],
  [
    "open.spotify.com/intl-de/album/4aawyAB9vmqN3uQ7FjRGTy?si=x",
    "open.spotify.com/intl-de/album/4aawyAB9vmqN3uQ7FjRGTy",
    "",
  ],
  [
    "store.steampowered.com/app/1245620/ELDEN_RING/?snr=1_7",
    "store.steampowered.com/app/1245620/ELDEN_RING/",
    "ELDEN RING",
  ],
  [
    "www.lego.com/de-de/product/bugatti-bolide-42151?icmp=LP&fbclid=x",
    "www.lego.com/de-de/product/bugatti-bolide-42151?icmp=LP",
    "Bugatti bolide 42151",
  ],
  ["www.decathlon.fr/p/sac-a-dos-20l/_/R-p-306687?mc=8529017", "", "Sac a dos 20l"],
  ["www.hm.com/de_de/productpage.1234567001.html", "", ""],
  [
    "www.walmart.com/ip/LEGO-Bugatti/1234567?athbdg=L1600&u1=x",
    "www.walmart.com/ip/LEGO-Bugatti/1234567",
    "LEGO Bugatti",
  ],
  [
    "www.target.com/p/lego-bugatti-bolide/-/A-86784502?preselect=1#lnk=sametab",
    "",
    "Lego bugatti bolide",
  ],
  [
    "shop.example.org/collections/toys/products/wooden-train?variant=4512&_pos=1",
    "",
    "Wooden train",
  ],
  ["www.galaxus.de/de/s1/product/lego-bugatti-42151-22098765", "", "Lego bugatti 42151"],
  ["www.coolblue.nl/product/912345/sonos-era-100-zwart.html?cmt=c_a", "", "Sonos era 100 zwart"],
  ["tienda.example.es/index.php?id_product=12&controller=product&ref=8841", "", ""],
  ["www.uniqlo.com/jp/ja/products/E450314-000/00?colorDisplayCode=09", "", ""],
  [
    "shop.example.jp/%E6%9C%AC/%E9%8A%80%E6%B2%B3%E9%89%84%E9%81%93?utm_medium=mail",
    "shop.example.jp/%E6%9C%AC/%E9%8A%80%E6%B2%B3%E9%89%84%E9%81%93",
    "銀河鉄道",
  ],
  [
    "www.etsy.com/listing/99/mug?utm_campaign=a%26b&a=1&&b=%20",
    "www.etsy.com/listing/99/mug?a=1&&b=%20",
    "",
  ],
  ["app.example.net/#/article/7?size=xl", "", ""],
];

Deno.test("cleanLink() keeps the product behind real addresses of shops, and titleFromLink() names it", () => {
  for (const [typed, kept, title] of SHAPES) {
    assert.equal(cleanLink(`https://${typed}`), `https://${kept || typed}`);
    assert.equal(titleFromLink(`https://${typed}`), title, typed);
  }
  assert(SHAPES.length >= 40);
});

Deno.test("cleanLink() finds an Amazon article even if its title is too long", () => {
  const title = "%E4%BB%BB".repeat(80);
  assert.equal(
    cleanLink(`https://www.amazon.co.jp/-/en/${title}/dp/B01N12G06K`),
    "https://www.amazon.co.jp/-/en/dp/B01N12G06K",
  );
  assert.equal(cleanLink(`https://shop.example/${title}/dp/1`), null);
});

const TRACKING = [
  "utm_source",
  "UTM_id",
  "fbclid",
  "gclid",
  "msclkid",
  "dclid",
  "mc_eid",
  "igshid",
  "_ga",
  "spm",
];
const KEPT = [
  "id",
  "v",
  "variant",
  "sku",
  "color",
  "q",
  "ref",
  "mc",
  "k",
  "page",
  "utmost",
  "gallery",
];

Deno.test("cleanLink() removes tracking and nothing else, and a second pass changes nothing", () => {
  const value = fc.string({
    unit: fc.constantFrom(..."aZ09-_.~%20:/?=+é本".split("")),
    maxLength: 8,
  });
  const pair = fc.tuple(fc.constantFrom(...TRACKING, ...KEPT), value)
    .map(([name, value]) => [name, encodeURI(value).replaceAll("#", "")] as const);
  const host = fc.constantFrom(
    "shop.example",
    "www.buch.example:8443",
    "xn--mller-kva.example",
    "amazonas.example",
  );
  const path = fc.array(
    fc.constantFrom("de", "dp", "p-12", "ref", "b%C3%BCcher", "a=b", "1.html", ""),
    { maxLength: 5 },
  );
  fc.assert(fc.property(host, path, fc.array(pair, { maxLength: 6 }), (host, path, pairs) => {
    const start = `https://${host}/${path.join("/")}`;
    const query = pairs.map(([name, value]) => `${name}=${value}`).join("&");
    const kept = pairs.filter(([name]) => KEPT.includes(name)).map((pair) => pair.join("="));
    const clean = cleanLink(`${start}?${query}`);
    assert.equal(clean, start + (kept.length ? `?${kept.join("&")}` : ""));
    assert.equal(cleanLink(clean), clean);
  }));
  for (const doubled of ["https://shop.example/??", "https://shop.example/?a=1##b"]) {
    assert.equal(cleanLink(doubled), doubled);
  }
});

Deno.test("cleanLink() refuses hostile addresses, or leaves them harmless", () => {
  const links = hostileLinks();
  assert(links.length >= 200);
  let refused = 0;
  for (const typed of links) {
    const clean = cleanLink(typed);
    if (clean === null) refused++;
    else {
      assert.match(clean, /^https?:\/\/[!#$%&'()*+,\-./0-9:;=?@A-Z[\]^_`a-z{|}~]{1,500}$/, typed);
      const url = new URL(clean);
      assert.equal(url.username + url.password, "", typed);
      assert.match(hostOf(clean), /^[a-z0-9._[\]:-]+$/, typed);
      assert.equal(cleanLink(clean), clean, typed);
    }
    for (const { title, url, note } of parseWishLines(typed)) {
      assert.doesNotMatch(titleFromLink(typed), /[\p{Cc}\p{Cf}<>"]/u);
      assert(url === "" || cleanLink(url) === url, typed);
      assert(title.length <= 120 && title.length + note.length <= typed.length + 1, typed);
    }
  }
  assert(refused >= 100, `${refused} refused`);
});

Deno.test("parseWishLines() makes a wish of each line, with the link in it", () => {
  const wishes = (text: string) => parseWishLines(text).map(({ title, url }) => [title, url]);
  assert.deepEqual(wishes("Socks, red\r\n\n  - A good book\n2) Tea\n• 🎁"), [
    ["Socks, red", ""],
    ["A good book", ""],
    ["2) Tea", ""],
    ["🎁", ""],
  ]);
  assert.deepEqual(
    wishes(
      "Lego: https://a.example/x?utm_source=1.\nMug (www.b.example/mug), blue\nhttps://c.example/wooden-train",
    ),
    [
      ["Lego", "https://a.example/x"],
      ["Mug , blue", "https://www.b.example/mug"],
      ["Wooden train", "https://c.example/wooden-train"],
    ],
  );
  assert.deepEqual(
    wishes(
      "https://a.example/7 https://b.example/8\nThis https://a.example/ or https://b.example/",
    ),
    [
      ["a.example", "https://a.example/7"],
      ["b.example", "https://b.example/8"],
      ["This or https://b.example/", "https://a.example/"],
    ],
  );
  assert.deepEqual(wishes("1984\n3 pairs of socks\n12. \n---\n"), [["1984", ""], [
    "3 pairs of socks",
    "",
  ]]);
});

Deno.test("parseWishLines() removes a number from a line only if the lines are numbered", () => {
  const titles = (text: string) => parseWishLines(text).map(({ title }) => title);
  for (
    const line of [
      "3. Staffel von Dark",
      "1. Staffel von Dark",
      "24. Dezember: Gans",
      "7. Sinfonie",
    ]
  ) {
    assert.deepEqual(titles(line), [line]);
    assert.deepEqual(titles(`Socken\n${line}\nTee`), ["Socken", line, "Tee"]);
  }
  assert.deepEqual(titles("1. Socks\n2. Tea\n\n 3) A book"), ["Socks", "Tea", "A book"]);
  assert.deepEqual(
    titles(
      "My list:\n1. Lego\nhttps://a.example/lego-crane\n2. 7. Sinfonie\n24. Dezember: Gans\n3. Tea",
    ),
    ["My list", "Lego", "Lego crane", "7. Sinfonie", "24. Dezember: Gans", "Tea"],
  );
});

Deno.test("parseWishLines() reads a price only from a wish that was handed over with a link", () => {
  const wishes = (text: string) => parseWishLines(text).map(({ title, price }) => [title, price]);
  assert.deepEqual(wishes("Batteries (8 AAA)"), [["Batteries (8 AAA)", null]]);
  assert.deepEqual(wishes("Mug (12 EUR) https://a.example/x"), [
    ["Mug", { amount: "12", currency: "EUR" }],
  ]);
});

Deno.test("parseWishLines() loses nothing of a long line", () => {
  const words = "many words ".repeat(20).trim();
  const [wish] = parseWishLines(words);
  assert(wish && wish.title.length <= 120);
  assert.equal(`${wish.title} ${wish.note}`, words);
  const [unbroken] = parseWishLines("🎁".repeat(100));
  assert.equal(unbroken?.title, "🎁".repeat(60));
  assert.equal(unbroken?.note, "🎁".repeat(40));
});

Deno.test("parseWishLines() takes time in proportion to the text, even for one that is all punctuation", () => {
  const signs = [
    ...[":", " ", "(", "\n", "- ", "https://a.example/ ", "www.", ").", "(1 EUR)", "\u202e"],
  ];
  for (const sign of signs) {
    const parse = (size: number) => {
      parseWishLines(`a${sign.repeat(size / sign.length)}x`);
    };
    assertLinear(parse, 48_000, sign);
  }
  const [cut] = parseWishLines("x".repeat(200_000));
  assert.equal(
    `${cut?.title}${cut?.note}`.length,
    50_000,
    "of more than a list can hold no more is read",
  );
});
