import assert from "node:assert/strict";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { renderToString } from "preact-render-to-string";
import { App, HttpError, type Middleware } from "fresh";
import { asset, Head, IS_BROWSER } from "fresh/runtime";
import { appOf, ask } from "./app_testing.tsx";
import { getBuildId } from "./build_id.ts";
import type { PageProps } from "./types.ts";

async function render(app: App<unknown>, path = "/"): Promise<string> {
  return (await ask(app, path)).text;
}

/** An app with one page. */
const pageOf = (page: ComponentChildren, files: Record<string, object> = {}) =>
  appOf({ ...files, "index.tsx": { default: () => page } });

const wrapper = ({ Component }: PageProps) => (
  <html>
    <head>
      <title>App</title>
      <meta name="description" content="app" />
      <link rel="icon" href="/icon.svg" />
    </head>
    <body>
      <Component />
    </body>
  </html>
);

Deno.test("Context.render() makes a document of the page and its wrapper", async () => {
  assert.equal(
    await render(pageOf(<p>x</p>)),
    '<!DOCTYPE html><html><head><meta charset="utf-8"/></head><body><p>x</p></body></html>',
  );
});

Deno.test("Context.render() fails if the wrapper renders no whole document", async () => {
  const wrapper = ({ Component }: PageProps) => (
    <html>
      <Component />
    </html>
  );
  const app = appOf({ "_app.tsx": { default: wrapper }, "index.tsx": { default: () => <p>x</p> } });
  assert.equal((await ask(app, "/")).status, 500);
});

Deno.test("PageProps describe the request", async () => {
  const app = new App<{ user: string }>().use((ctx) => {
    ctx.state.user = "Ada";
    return ctx.next();
  });
  const page = ({ url, req, params, state, error, data }: PageProps<number, { user: string }>) => (
    <p>{[url.pathname, req.method, params.code, state.user, error === null, data].join()}</p>
  );
  appOf({ "g/[code].tsx": { handler: () => ({ data: 7 }), default: page } }, { app });
  assert.match((await ask(app, "/g/x")).text, /<p>\/g\/x,GET,x,Ada,true,7<\/p>/);
});

Deno.test("Context.render() sets the content type, and keeps status and headers", async () => {
  const handler: Middleware<unknown> = (ctx) =>
    ctx.render(<p />, { status: 418, headers: { "X-A": "a" } });
  const { status, headers } = await ask(appOf({ "index.ts": { handler } }), "/");
  assert.equal(status, 418);
  assert.equal(headers.get("X-A"), "a");
  assert.equal(headers.get("Content-Type"), "text/html; charset=utf-8");
});

Deno.test("Head moves its children to the head: in place of the same element, else to the end", async () => {
  const app = pageOf(
    <p>
      <Head>
        <title>Page</title>
        <meta name="description" content="page" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/icon.svg" />
      </Head>
      text
    </p>,
    { "_app.tsx": { default: wrapper } },
  );
  assert.equal(
    await render(app),
    '<!DOCTYPE html><html><head><title>Page</title><meta name="description" content="page"/>' +
      '<link rel="icon" href="/icon.svg"/><meta name="robots" content="noindex"/></head>' +
      "<body><p>text</p></body></html>",
  );
});

Deno.test("Head keeps the last of identical elements, by key too", async () => {
  const app = pageOf(
    <div>
      <Head>
        <title>First</title>
        <link key="a" rel="x" href="/1" />
      </Head>
      <Head>
        <title>Second</title>
        <link key="a" rel="x" href="/2" />
      </Head>
    </div>,
  );
  assert.match(
    await render(app),
    /<head><meta charset="utf-8"\/><title>Second<\/title><link rel="x" href="\/2"\/><\/head>/,
  );
});

Deno.test("Head elements that are written in the body stay there", async () => {
  const app = pageOf(
    <p>
      <link rel="x" href="/y" />
    </p>,
  );
  assert.match(await render(app), /<p><link rel="x" href="\/y"\/><\/p>/);
});

Deno.test("Every script and style has the nonce of its own document", async () => {
  const constant = <script src="/a.js"></script>;
  const app = pageOf(
    <div>
      {constant}
      <style>{"p{}"}</style>
    </div>,
  );
  const nonces = [];
  for (let i = 0; i < 2; i++) {
    const found = [...(await render(app)).matchAll(/nonce="(\w{32})"/g)].map(([, nonce]) => nonce);
    assert.equal(found.length, 2);
    assert.equal(found[0], found[1]);
    nonces.push(found[0]);
  }
  assert.notEqual(nonces[0], nonces[1]);
});

Deno.test("A script with a nonce of its own keeps it", async () => {
  const app = pageOf(<script nonce="own" src="/a.js"></script>);
  assert.match(await render(app), /<script nonce="own" src="\/a.js">/);
});

Deno.test("The wrapper can use values that the page's components set while rendering", async () => {
  type Props = PageProps<unknown, { title: string }>;
  const wrapper = ({ state, Component }: Props) => (
    <html>
      <head>
        <title>{state.title}</title>
      </head>
      <body>
        <Component />
      </body>
    </html>
  );
  const page = ({ state }: Props) => {
    state.title = "Set";
    return <p />;
  };
  const app = appOf({ "_app.tsx": { default: wrapper }, "index.tsx": { default: page } });
  assert.match(await render(app), /<title>Set<\/title>/);
});

Deno.test("Markup rendered outside of a page, or by a handler, is left alone", async () => {
  const mail = () =>
    renderToString(
      <html>
        <head>
          <title>Mail</title>
        </head>
        <body>
          <style />
        </body>
      </html>,
    );
  const expected = "<html><head><title>Mail</title></head><body><style></style></body></html>";
  assert.equal(mail(), expected);
  const app = pageOf(<pre>{mail()}</pre>);
  assert.ok((await render(app)).includes("&lt;title>Mail&lt;/title>"));
});

Deno.test("Text and attributes are escaped", async () => {
  const evil = '"><script>alert(1)</script>';
  const app = pageOf(<p title={evil}>{evil}</p>);
  const html = await render(app);
  assert.ok(!html.includes("<script>"));
});

Deno.test("Links that are made while a page renders are marked, and no others", async () => {
  const constant = <a href="/">Constant</a>;
  const page = () => (
    <nav>
      <a href="/games">Games</a>
      <a href="/games/1">Game</a>
      <a href="/games/1" aria-current="false">Not</a>
      {constant}
    </nav>
  );
  const app = appOf({ "games/[code].tsx": { default: page } });
  assert.match(
    await render(app, "/games/1"),
    new RegExp(
      '<a href="/games" data-ancestor="true" aria-current="true">Games</a>' +
        '<a href="/games/1" data-current="true" aria-current="page">Game</a>' +
        '<a href="/games/1" aria-current="false">Not</a><a href="/">Constant</a>',
    ),
  );
  assert.match(await render(app, "/games/2"), /<a href="\/games\/1">Game/);
});

Deno.test("A page without islands sends no JavaScript", async () => {
  const { headers, text } = await ask(pageOf(<p />), "/");
  assert.equal(headers.get("Link"), null);
  assert.doesNotMatch(text, /<script/);
});

Deno.test("asset() adds the build id to local absolute paths, once", () => {
  const build = `__frsh_c=${getBuildId()}`;
  assert.equal(asset("/a.css"), `/a.css?${build}`);
  assert.equal(asset("/a.css?x=1#y"), `/a.css?x=1&${build}#y`);
  for (const path of ["a.css", "//cdn.example/a.css", "https://x.example/a", asset("/a.css")]) {
    assert.equal(asset(path), path);
  }
});

Deno.test("Hooks work in pages", async () => {
  function Page() {
    return <p id={useId()}>x</p>;
  }
  assert.match(await render(pageOf(<Page />)), /<p id="[\w-]+">x<\/p>/);
});

Deno.test("fresh/runtime knows that it runs on the server", () => {
  assert.equal(IS_BROWSER, false);
});

Deno.test("HttpError keeps its status, message and cause", () => {
  const cause = new Error("why");
  const { status, message, cause: kept, name } = new HttpError(404, "No game", { cause });
  assert.deepEqual([status, message, kept, name], [404, "No game", cause, "HttpError"]);
});
