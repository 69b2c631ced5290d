import assert from "node:assert/strict";
import { signal } from "@preact/signals";
import fc from "fast-check";
import type { ComponentChildren } from "preact";
import { App } from "./app.ts";
import { type Build, type Island, NO_BUILD } from "./build.ts";
import { revive } from "./client.ts";
import { serializeProps } from "./serialize.ts";

type Props = Record<string, unknown>;

function write(props: Props) {
  return serializeProps([{ name: "Island", props }], () => null);
}

/** What an island's props are on the other side. */
function roundTrip(props: Props): Props {
  const [revived] = revive(write(props).json, signal, () => {});
  assert.ok(revived);
  return revived;
}

Deno.test("Island props: all kinds of data arrive as they were", () => {
  const props = {
    text: 'a "quoted" \\ line\nend',
    number: 1.5,
    yes: true,
    nothing: null,
    nan: NaN,
    infinite: [Infinity, -Infinity, -0],
    big: 12345678901234567890n,
    list: [1, [2, { a: "b" }]],
    date: new Date("2026-12-24T18:00:00Z"),
    url: new URL("https://example.com/a?b#c"),
    pattern: /a\/b/gi,
    set: new Set([1, new Date(0)]),
    map: new Map<unknown, unknown>([["k", new Map([[1, 2]])]]),
    bytes: new Uint8Array([0, 127, 255]),
    dollar: { $: "d", v: 1, other: [undefined, 1] },
  };
  assert.deepEqual(roundTrip(props), props);
  assert.ok(Object.is(roundTrip({ zero: -0 }).zero, -0));
  assert.ok(Number.isNaN(Number(roundTrip({ date: new Date(NaN) }).date)));
});

Deno.test("Island props: undefined is kept, in objects and in lists", () => {
  const props = { a: undefined, list: [1, undefined, 3] };
  assert.deepEqual(roundTrip(props), props);
});

Deno.test("Island props: a signal that islands share is one signal again", () => {
  const count = signal(3);
  const islands = [{ name: "A", props: { count } }, { name: "B", props: { deep: [count] } }];
  const { json, hasSignals } = serializeProps(islands, () => null);
  assert.equal(hasSignals, true);
  const [a, b] = revive(json, signal, () => {});
  assert.deepEqual(Array.isArray(b?.deep) && b.deep[0] === a?.count, true);
  assert.equal(Object(a?.count).value, 3);
  assert.equal(write({ a: 1 }).hasSignals, false);
});

Deno.test("Island props: what comes twice arrives as one, in other islands too", () => {
  const shared = { wishes: ["a"] };
  const day = new Date(0);
  const a = { u: undefined, n: NaN, b: 1n, shared, again: [shared, day], $: 1 };
  const b = { list: [day, new Set([shared.wishes]), new Map([[shared, day]])] };
  const islands = [{ name: "A", props: a }, { name: "B", props: b }];
  const [c, d] = revive(serializeProps(islands, () => null).json, signal, () => {});
  assert.deepEqual([c, d], [a, b]);
  assert.ok(c && Array.isArray(c.again) && Array.isArray(d?.list));
  const [sameDay, set, map] = d.list;
  assert.equal(c.again[0], c.shared);
  assert.equal(c.again[1], sameDay);
  assert.equal([...set][0], Object(c.shared).wishes);
  assert.equal(map.get(c.shared), sameDay);
});

Deno.test("Island props: data that contains itself arrives so, through every kind", () => {
  const set = new Set<unknown>();
  const map = new Map<unknown, unknown>();
  const list: unknown[] = [set.add(set), map.set("map", map)];
  const plain: Props = { list };
  const count = signal<unknown>(plain);
  const odd: Props = { $: "a key of its own", count };
  odd.odd = odd;
  plain.odd = odd;
  list.push(list);
  const { plain: revived } = roundTrip({ plain });
  const { list: items, odd: other } = Object(revived);
  assert.ok(items[0] instanceof Set && items[0].has(items[0]));
  assert.equal(items[1].get("map"), items[1]);
  assert.equal(items[2], items);
  assert.equal(other.odd, other);
  assert.equal(other.$, odd.$);
  assert.equal(other.count.value, revived);
});

Deno.test("Island props: a key __proto__ is data", () => {
  const props: Props = JSON.parse('{"deep":{"__proto__":{"isAdmin":true}}}');
  const { deep } = roundTrip(props);
  assert.equal(Object(deep).isAdmin, undefined);
  assert.deepEqual(Object.keys(Object(deep)), ["__proto__"]);
});

Deno.test("Island props: data of every kind arrives unchanged", () => {
  const data = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    key: fc.oneof(fc.constantFrom("$", "v"), fc.string()),
  });
  fc.assert(fc.property(data, (value) => {
    const props = { list: [value, value] };
    assert.deepEqual(roundTrip(props), props);
  }));
});

Deno.test("Island props: what cannot be sent throws, and is named", () => {
  class Game {}
  const cases: [Props, RegExp][] = [
    [{ onClick: () => {} }, /function.*Island\.onClick/],
    [{ a: [{ b: Symbol() }] }, /symbol.*Island\.a\[0\]\.b/],
    [{ game: new Game() }, /class Game.*Island\.game/],
    [{ a: { b: <p /> } }, /markup.*Island\.a\.b/],
  ];
  for (const [props, message] of cases) assert.throws(() => write(props), message);
});

function Counter({ count, label }: { count: number; label?: string }) {
  return <output>{label}{count}</output>;
}

function Panel({ children, aside, isOpen = true }: {
  children?: ComponentChildren;
  aside?: ComponentChildren;
  isOpen?: boolean;
}) {
  return (
    <section>
      {isOpen && children}
      <aside>{aside}</aside>
      <Counter count={0} />
    </section>
  );
}

function appOf(page: () => ComponentChildren, build: Partial<Build> = {}): App<unknown> {
  const island = (name: string, component: unknown): [unknown, Island] => [
    component,
    // Only the test's islands are looked up by it, and all of them take props.
    {
      name,
      component: component as Island["component"],
      script: `/_fresh/js/id/${name}.js`,
    },
  ];
  const app = new App().get("/", (ctx) => ctx.render(<>{page()}</>));
  app.setBuild({
    ...NO_BUILD,
    islands: new Map([island("Counter", Counter), island("Panel", Panel)]),
    runtime: { boot: "/_fresh/js/id/boot.js", signals: "/s.js" },
    ...build,
  });
  return app;
}

async function render(app: App<unknown>): Promise<string> {
  return await (await app.handler()(new Request("http://localhost/"))).text();
}

/** The body without the boot script. */
async function bodyOf(page: () => ComponentChildren): Promise<string> {
  return (await render(appOf(page))).replace(
    /.*<body>(<script.*?<\/script>)?|<\/body>.*/gs,
    "",
  );
}

Deno.test("An island's markup stands between markers with its name, the index of its props and its key", async () => {
  const body = await bodyOf(() => (
    <div>
      <Counter count={1} />
      <Counter key="a:b" count={2} />
    </div>
  ));
  assert.equal(
    body,
    "<div><!--frsh:island:Counter:0:--><output>1</output><!--/frsh:island-->" +
      "<!--frsh:island:Counter:1:a_b--><output>2</output><!--/frsh:island--></div>",
  );
});

Deno.test("Markup given to an island is a slot, in which islands are islands again", async () => {
  const body = await bodyOf(() => (
    <Panel aside={<b>x</b>}>
      <Counter count={1} />
    </Panel>
  ));
  assert.equal(
    body,
    "<!--frsh:island:Panel:0:--><section><!--frsh:slot:1:children-->" +
      "<!--frsh:island:Counter:1:--><output>1</output><!--/frsh:island--><!--/frsh:slot-->" +
      "<aside><!--frsh:slot:0:aside--><b>x</b><!--/frsh:slot--></aside>" +
      "<output>0</output></section><!--/frsh:island-->",
  );
});

Deno.test("A slot that its island does not show is kept in a template", async () => {
  const body = await bodyOf(() => (
    <Panel isOpen={false}>
      <i>later</i>
    </Panel>
  ));
  assert.match(body, /<template id="frsh-slot-0"><i>later<\/i><\/template>$/);
});

Deno.test("Children that are only text are a slot, too, and not sent a second time", async () => {
  const html = await render(appOf(() => <Panel>text {2}</Panel>));
  assert.match(html, /<!--frsh:slot:0:children-->text 2<!--\/frsh:slot-->/);
  assert.match(html, /"children":\{"\$":"slot","v":0\}/);
});

Deno.test("One module script boots the islands of a page, and Link headers name what it loads", async () => {
  const app = appOf(() => (
    <>
      <Counter count={1} />
      <Counter count={2} />
      <Panel />
    </>
  ));
  const response = await app.handler()(new Request("http://localhost/"));
  const html = await response.text();
  const scripts = [...html.matchAll(/<script type="module" nonce="(\w+)">(.*?)<\/script>/gs)];
  assert.equal(scripts.length, 1);
  const script = scripts[0]?.[2] ?? "";
  assert.match(script, /^import\{boot\}from"\/_fresh\/js\/id\/boot\.js";/);
  assert.equal(script.split("import{Counter}").length, 2);
  assert.match(script, /boot\(\{Counter,Panel\},'\[\{"count":1\},\{"count":2\},\{\}\]'\)$/);
  assert.deepEqual(
    [...(response.headers.get("Link") ?? "").matchAll(/<(.*?)>; rel="modulepreload"/g)]
      .map(([, path]) => path),
    ["boot.js", "Counter.js", "Panel.js"].map((name) => `/_fresh/js/id/${name}`),
  );
});

Deno.test("Signals are loaded only where props have them", async () => {
  const without = await render(appOf(() => <Counter count={1} />));
  assert.doesNotMatch(without, /signal/);
  const count = signal(1);
  // @ts-expect-error: Preact shows a signal as text, which Counter's type does not tell
  const html = await render(appOf(() => <Counter count={count} />));
  assert.match(html, /import\{signal\}from"\/s\.js";.*,signal\)<\/script>/);
});

Deno.test("Data cannot end the script that it stands in", async () => {
  const label = "</script><!--<script>'\\\u2028";
  const html = await render(appOf(() => <Counter count={1} label={label} />));
  const script = /<script[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  assert.ok(!script.includes("<"));
  const literal = /boot\(\{Counter\},('.*')\)$/s.exec(script)?.[1];
  assert.deepEqual(JSON.parse(new Function(`return ${literal}`)()), [{ count: 1, label }]);
});

Deno.test("A function as a prop of an island fails the page", async () => {
  // @ts-expect-error: the mistake is the point
  const app = appOf(() => <Counter count={1} onClick={() => {}} />);
  const response = await app.handler()(new Request("http://localhost/"));
  assert.equal(response.status, 500);
  await response.body?.cancel();
});
