import assert from "node:assert/strict";
import fc from "fast-check";
import type { ComponentChildren } from "preact";
import type { App } from "./app.ts";
import { appOf, ask } from "./app_testing.tsx";
import type { Island } from "./build.ts";
import { revive } from "./client.ts";
import { serializeProps } from "./serialize.ts";

type Props = Record<string, unknown>;

function write(props: Props) {
  return serializeProps([{ name: "Island", props }], () => null);
}

/** An island's props after they have been sent. */
function roundTrip(props: Props): Props {
  const [revived] = revive(write(props), () => {});
  assert.ok(revived);
  return revived;
}

Deno.test("Island props: plain data arrives unchanged", () => {
  const props = {
    text: 'a "quoted" \\ line\nend',
    number: 1.5,
    yes: true,
    nothing: null,
    list: [1, [2, { a: "b" }]],
  };
  assert.deepEqual(roundTrip(props), props);
});

Deno.test("Island props: undefined is kept, in objects and in lists", () => {
  const props = { a: undefined, list: [1, undefined, 3] };
  assert.deepEqual(roundTrip(props), props);
  assert.ok("a" in roundTrip(props));
});

Deno.test("Island props: a value that occurs twice arrives as one, across islands too", () => {
  const shared = { wishes: ["a"] };
  const a = { u: undefined, shared, again: [shared] };
  const b = { list: [shared.wishes, undefined, shared] };
  const islands = [{ name: "A", props: a }, { name: "B", props: b }];
  const [c, d] = revive(serializeProps(islands, () => null), () => {});
  assert.deepEqual([c, d], [a, b]);
  assert.ok(c && Array.isArray(c.again) && Array.isArray(d?.list));
  assert.equal(c.again[0], c.shared);
  assert.equal(d.list[0], Object(c.shared).wishes);
  assert.equal(d.list[2], c.shared);
});

Deno.test("Island props: circular data arrives circular", () => {
  const list: unknown[] = [];
  const plain: Props = { list };
  list.push(list, plain);
  const { plain: revived } = roundTrip({ plain });
  const { list: items } = Object(revived);
  assert.equal(items[0], items);
  assert.equal(items[1], revived);
});

Deno.test("Island props: a key __proto__ is data", () => {
  const props: Props = JSON.parse('{"deep":{"__proto__":{"isAdmin":true}}}');
  const { deep } = roundTrip(props);
  assert.equal(Object(deep).isAdmin, undefined);
  assert.deepEqual(Object.keys(Object(deep)), ["__proto__"]);
});

Deno.test("Island props: data of every shape arrives unchanged", () => {
  // JSON has no -0, and the key $ is refused.
  const data = fc.jsonValue().map((value) => JSON.stringify(value))
    .filter((json) => !json.includes('"$":')).map((json): unknown => JSON.parse(json));
  fc.assert(fc.property(data, (value) => {
    const props = { list: [value, undefined, value] };
    assert.deepEqual(roundTrip(props), props);
  }));
});

Deno.test("Island props: a value that cannot be sent throws an error that names it", () => {
  class Game {}
  const cases: [Props, RegExp][] = [
    [{ onClick: () => {} }, /function.*Island\.onClick/],
    [{ a: [{ b: Symbol() }] }, /symbol.*Island\.a\[0\]\.b/],
    [{ game: new Game() }, /class Game.*Island\.game/],
    [{ bare: Object.create(null) }, /an object of class undefined.*Island\.bare/],
    [{ a: { b: <p /> } }, /markup.*Island\.a\.b/],
    [{ day: new Date() }, /class Date.*Island\.day/],
    [{ a: { $: "slot", v: 0 } }, /key \$.*Island\.a/],
    [{ a: NaN }, /NaN.*Island\.a/],
    [{ a: 1n }, /bigint.*Island\.a/],
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

function appWith(page: () => ComponentChildren): App<unknown> {
  const island = (name: string, component: unknown): [unknown, Island] => [
    component,
    // Only the test's islands are looked up by it, and all of them take props.
    {
      name,
      component: component as Island["component"],
      script: `/_fresh/js/id/${name}.js`,
    },
  ];
  const islands = new Map([island("Counter", Counter), island("Panel", Panel)]);
  const build = { islands, runtime: "/_fresh/js/id/boot.js" };
  return appOf({ "index.tsx": { default: () => <>{page()}</> } }, { build });
}

async function render(app: App<unknown>): Promise<string> {
  return (await ask(app, "/")).text;
}

/** The body without the boot script. */
async function bodyOf(page: () => ComponentChildren): Promise<string> {
  return (await render(appWith(page))).replace(
    /.*<body>(<script.*?<\/script>)?|<\/body>.*/gs,
    "",
  );
}

Deno.test("An island's markup stands between markers with its name and the index of its props", async () => {
  const body = await bodyOf(() => (
    <div>
      <Counter count={1} />
      <Counter key="a:b" count={2} />
    </div>
  ));
  assert.equal(
    body,
    "<div><!--frsh:island:Counter:0--><output>1</output><!--/frsh:island-->" +
      "<!--frsh:island:Counter:1--><output>2</output><!--/frsh:island--></div>",
  );
});

Deno.test("Markup given to an island is a slot, in which islands work as usual", async () => {
  const body = await bodyOf(() => (
    <Panel aside={<b>x</b>}>
      <Counter count={1} />
    </Panel>
  ));
  assert.equal(
    body,
    "<!--frsh:island:Panel:0--><section><!--frsh:slot:1:children-->" +
      "<!--frsh:island:Counter:1--><output>1</output><!--/frsh:island--><!--/frsh:slot-->" +
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

Deno.test("One module script boots the islands of a page, and Link headers name the files it loads", async () => {
  const app = appWith(() => (
    <>
      <Counter count={1} />
      <Counter count={2} />
      <Panel />
    </>
  ));
  const { text, headers } = await ask(app, "/");
  const scripts = [...text.matchAll(/<script type="module" nonce="(\w+)">(.*?)<\/script>/gs)];
  assert.equal(scripts.length, 1);
  const script = scripts[0]?.[2] ?? "";
  assert.match(script, /^import\{boot\}from"\/_fresh\/js\/id\/boot\.js";/);
  assert.equal(script.split("import{Counter}").length, 2);
  assert.match(script, /boot\(\{Counter,Panel\},'\[\{"count":1\},\{"count":2\},\{\}\]'\)$/);
  assert.deepEqual(
    [...(headers.get("Link") ?? "").matchAll(/<(.*?)>; rel="modulepreload"/g)]
      .map(([, path]) => path),
    ["boot.js", "Counter.js", "Panel.js"].map((name) => `/_fresh/js/id/${name}`),
  );
});

Deno.test("Data cannot close the script element that holds it", async () => {
  const label = "</script><!--<script>'\\\u2028";
  const html = await render(appWith(() => <Counter count={1} label={label} />));
  const script = /<script[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  assert.ok(!script.includes("<"));
  const literal = /boot\(\{Counter\},('.*')\)$/s.exec(script)?.[1];
  assert.deepEqual(JSON.parse(new Function(`return ${literal}`)()), [{ count: 1, label }]);
});

Deno.test("A function as a prop of an island fails the page", async () => {
  // @ts-expect-error: the mistake is the point
  const app = appWith(() => <Counter count={1} onClick={() => {}} />);
  assert.equal((await ask(app, "/")).status, 500);
});
