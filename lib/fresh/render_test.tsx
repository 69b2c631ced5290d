import assert from "node:assert/strict";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { renderToString } from "preact-render-to-string";
import { App, HttpError } from "fresh";
import { asset, assetSrcSet, Head, IS_BROWSER, Partial } from "fresh/runtime";
import type { PageProps } from "fresh";
import { getBuildId } from "./build_id.ts";

async function render(app: App<unknown>, path = "/"): Promise<string> {
  const response = await app.handler()(new Request(`http://localhost${path}`));
  return await response.text();
}

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

const nested = (name: string) => ({ Component }: PageProps) => (
  <div class={name}>
    <Component />
  </div>
);

Deno.test("Context.render() adds the html, head and body that are missing, and the doctype", async () => {
  const page = (vnode: ComponentChildren) => new App().get("/", (ctx) => ctx.render(<>{vnode}</>));
  assert.equal(
    await render(page(<p>x</p>)),
    '<!DOCTYPE html><html><head><meta charset="utf-8"></head><body><p>x</p></body></html>',
  );
  assert.equal(
    await render(page(
      <html lang="en">
        <body>x</body>
      </html>,
    )),
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"></head><body>x</body></html>',
  );
  assert.equal(
    await render(page(
      <>
        <head>
          <title>t</title>
        </head>
        <p>x</p>
      </>,
    )),
    "<!DOCTYPE html><html><head><title>t</title></head><body><p>x</p></body></html>",
  );
  assert.equal(
    await render(page(
      <html>
        <head></head>
        <body></body>
      </html>,
    )),
    "<!DOCTYPE html><html><head></head><body></body></html>",
  );
});

Deno.test("Context.render() nests a page in its layouts, from inner to outer, then the wrapper", async () => {
  const app = new App().appWrapper(nested("app")).layout("*", nested("outer"))
    .layout("/a", nested("inner")).get("/a", (ctx) => ctx.render(<p>a</p>));
  assert.match(
    await render(app, "/a"),
    /<div class="app"><div class="outer"><div class="inner"><p>a<\/p><\/div><\/div><\/div>/,
  );
});

Deno.test("Context.render() leaves out the wrapper and layouts on request", async () => {
  const app = new App().appWrapper(nested("app")).layout("*", nested("outer"))
    .get("/a", (ctx) => ctx.render(<p />, {}, { skipAppWrapper: true }))
    .get("/b", (ctx) => ctx.render(<p />, {}, { skipInheritedLayouts: true }));
  assert.match(await render(app, "/a"), /<body><div class="outer"><p><\/p><\/div><\/body>/);
  assert.match(await render(app, "/b"), /<body><div class="app"><p><\/p><\/div><\/body>/);
});

Deno.test("RouteConfig and a layout's config leave out the wrapper and layouts", async () => {
  const component = () => <p />;
  const app = new App().appWrapper(nested("app")).layout("*", nested("outer"))
    .route("/a", { component, config: { skipAppWrapper: true, skipInheritedLayouts: true } })
    .layout("/b", nested("own"), { skipInheritedLayouts: true, skipAppWrapper: true })
    .route("/b/x", { component })
    .route("/c", { component });
  assert.match(await render(app, "/a"), /<body><p><\/p><\/body>/);
  assert.match(await render(app, "/b/x"), /<body><div class="own"><p><\/p><\/div><\/body>/);
  assert.match(await render(app, "/c"), /<div class="app"><div class="outer">/);
});

Deno.test("Context.render() gives an error page its layouts although the route left them out", async () => {
  const app = new App().appWrapper(nested("app"))
    .onError("*", { component: () => <p>error</p> })
    .route("/", {
      config: { skipAppWrapper: true },
      component: () => {
        throw new Error("while rendering");
      },
    });
  assert.match(await render(app), /<div class="app"><p>error<\/p><\/div>/);
});

Deno.test("Pages, layouts and wrappers may be async, and may answer themselves", async () => {
  const later = (name: string) => async ({ Component, url }: PageProps) => {
    await Promise.resolve();
    if (url.search === `?${name}`) return new Response(`from ${name}`);
    return (
      <div class={name}>
        <Component />
      </div>
    );
  };
  const app = new App().appWrapper(later("app")).layout("*", later("layout"))
    .route("/", { component: later("page") });
  assert.match(await render(app), /class="app"><div class="layout"><div class="page"/);
  for (const name of ["app", "layout", "page"]) {
    assert.equal(await render(app, `/?${name}`), `from ${name}`);
  }
});

Deno.test("PageProps tell of the request", async () => {
  const app = new App<{ user: string }>().use((ctx) => {
    ctx.state.user = "Ada";
    return ctx.next();
  }).route("/g/:code", {
    handler: () => ({ data: 7 }),
    component: ({ config, url, req, params, info, state, isPartial, error, route, data }) => (
      <p>
        {[config.mode, url.pathname, req.method, params.code, info.remoteAddr.transport].join()}
        {[state.user, isPartial, error === null, route, data].join()}
      </p>
    ),
  });
  const html = await (await app.handler()(new Request("http://localhost/g/x"))).text();
  assert.match(html, /<p>production,\/g\/x,GET,x,tcpAda,false,true,\/g\/:code,7<\/p>/);
});

Deno.test("Context.render() sets the page's type and keeps status and headers", async () => {
  const app = new App().get(
    "/",
    (ctx) => ctx.render(<p />, { status: 418, headers: { "X-A": "a" } }),
  );
  const response = await app.handler()(new Request("http://localhost/"));
  assert.equal(response.status, 418);
  assert.equal(response.headers.get("X-A"), "a");
  assert.equal(response.headers.get("Content-Type"), "text/html; charset=utf-8");
  await response.body?.cancel();
});

Deno.test("Context.render() refuses what is not JSX", async () => {
  const app = new App().onError("*", (ctx) => ctx.text(`${ctx.error}`))
    .get("/", (ctx) => {
      // @ts-expect-error: the mistake is the point
      return ctx.render("x");
    });
  assert.match(await render(app), /Cannot render what is not JSX/);
});

Deno.test("Head lifts its children: in the place of the same element, else at the end", async () => {
  const app = new App().appWrapper(wrapper).get("/", (ctx) =>
    ctx.render(
      <p>
        <Head>
          <title>Page</title>
          <meta name="description" content="page" />
          <meta name="robots" content="noindex" />
          <link rel="icon" href="/icon.svg" />
        </Head>
        text
      </p>,
    ));
  assert.equal(
    await render(app),
    '<!DOCTYPE html><html><head><title>Page</title><meta name="description" content="page"/>' +
      '<link rel="icon" href="/icon.svg"/><meta name="robots" content="noindex"/></head>' +
      "<body><p>text</p></body></html>",
  );
});

Deno.test("Head lets the last of the same elements stand, by key too, without an own head too", async () => {
  const app = new App().get("/", (ctx) =>
    ctx.render(
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
    ));
  assert.match(
    await render(app),
    /<head><meta charset="utf-8"><title>Second<\/title><link rel="x" href="\/2"\/><\/head>/,
  );
});

Deno.test("Head puts a page's canonical link in the place of the wrapper's", async () => {
  const app = new App()
    .appWrapper(({ Component }) => (
      <html>
        <head>
          <link rel="canonical" href="/" />
          <link rel="icon" href="/a.svg" />
        </head>
        <body>
          <Component />
        </body>
      </html>
    ))
    .get("/", (ctx) =>
      ctx.render(
        <Head>
          <link rel="canonical" href="/page" />
          <link rel="icon" href="/b.svg" />
        </Head>,
      ));
  assert.match(
    await render(app),
    /<head><link rel="canonical" href="\/page"\/><link rel="icon" href="\/a.svg"\/><link rel="icon" href="\/b.svg"\/><\/head>/,
  );
});

Deno.test("Elements of the head that stand in the body stay there", async () => {
  const app = new App().get("/", (ctx) =>
    ctx.render(
      <p>
        <link rel="x" href="/y" />
      </p>,
    ));
  assert.match(await render(app), /<p><link rel="x" href="\/y"\/><\/p>/);
});

Deno.test("Every script and style bears the nonce of its own document", async () => {
  const constant = <script src="/a.js"></script>;
  const app = new App().get("/", (ctx) =>
    ctx.render(
      <div>
        {constant}
        <style>{"p{}"}</style>
      </div>,
    ));
  const nonces = [];
  for (let i = 0; i < 2; i++) {
    const found = [...(await render(app)).matchAll(/nonce="(\w{32})"/g)].map(([, nonce]) => nonce);
    assert.equal(found.length, 2);
    assert.equal(found[0], found[1]);
    nonces.push(found[0]);
  }
  assert.notEqual(nonces[0], nonces[1]);
});

Deno.test("A script that brings a nonce keeps it", async () => {
  const app = new App().get("/", (ctx) => ctx.render(<script nonce="own" src="/a.js"></script>));
  assert.match(await render(app), /<script nonce="own" src="\/a.js">/);
});

Deno.test("The wrapper can use what the page's components have set while rendering", async () => {
  const app = new App<{ title: string }>()
    .appWrapper(({ state, Component }) => (
      <html>
        <head>
          <title>{state.title}</title>
        </head>
        <body>
          <Component />
        </body>
      </html>
    ))
    .route("/", {
      component: ({ state }) => {
        state.title = "Set";
        return <p />;
      },
    });
  assert.match(
    await (await app.handler()(new Request("http://localhost/"))).text(),
    /<title>Set<\/title>/,
  );
});

Deno.test("Documents that are rendered at the same time do not mix", async () => {
  const gates = new Map(["a", "b"].map((name) => [name, Promise.withResolvers<void>()]));
  const app = new App()
    .appWrapper(async ({ Component, url }) => {
      await gates.get(url.pathname.slice(1))?.promise;
      return wrapper({ Component } as PageProps);
    })
    .route("/:name", {
      component: async ({ params }) => {
        const { name } = params;
        await Promise.resolve();
        return (
          <div id={name}>
            <Head>
              <title>{name}</title>
            </Head>
            <script>{name}</script>
          </div>
        );
      },
    });
  const handler = app.handler();
  const answers = ["a", "b"].map((name) => handler(new Request(`http://localhost/${name}`)));
  gates.get("b")?.resolve();
  const b = await (await answers[1])?.text() ?? "";
  gates.get("a")?.resolve();
  const a = await (await answers[0])?.text() ?? "";
  for (const [name, html] of [["a", a], ["b", b]] as const) {
    const other = name === "a" ? "b" : "a";
    assert.ok(html.includes(`<title>${name}</title>`) && html.includes(`id="${name}"`));
    assert.ok(!html.includes(`<title>${other}</title>`) && !html.includes(`id="${other}"`));
  }
  const nonceOf = (html: string) => /nonce="(\w+)"/.exec(html)?.[1];
  assert.ok(nonceOf(a) && nonceOf(b));
  assert.notEqual(nonceOf(a), nonceOf(b));
});

Deno.test("What is rendered outside of a page, or by a handler, is left alone", async () => {
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
  const app = new App().get("/", (ctx) => ctx.render(<pre>{mail()}</pre>));
  assert.ok((await render(app)).includes("&lt;title>Mail&lt;/title>"));
});

Deno.test("Text and attributes are escaped", async () => {
  const evil = '"><script>alert(1)</script>';
  const app = new App().get("/", (ctx) => ctx.render(<p title={evil}>{evil}</p>));
  const html = await render(app);
  assert.ok(!html.includes("<script>"));
});

Deno.test("Links that are made while a page renders are marked, and no others", async () => {
  const constant = <a href="/">Constant</a>;
  const app = new App().route("/games/:code", {
    component: () => (
      <nav>
        <a href="/games">Games</a>
        <a href="/games/1">Game</a>
        <a href="/games/1" aria-current="false">Not</a>
        {constant}
      </nav>
    ),
  });
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
  const app = new App().appWrapper(wrapper).get("/", (ctx) => ctx.render(<p />));
  const response = await app.handler()(new Request("http://localhost/"));
  assert.equal(response.headers.get("Link"), null);
  assert.doesNotMatch(await response.text(), /<script/);
});

Deno.test("asset() ties own absolute paths to the build, once", () => {
  const build = `__frsh_c=${getBuildId()}`;
  assert.equal(asset("/a.css"), `/a.css?${build}`);
  assert.equal(asset("/a.css?x=1#y"), `/a.css?x=1&${build}#y`);
  assert.equal(asset("/a.css", "/base"), `/base/a.css?${build}`);
  for (const path of ["a.css", "//cdn.example/a.css", "https://x.example/a", asset("/a.css")]) {
    assert.equal(asset(path), path);
  }
});

Deno.test("assetSrcSet() ties every address of a srcset", () => {
  const build = `__frsh_c=${getBuildId()}`;
  assert.equal(assetSrcSet("/a.png 1x, /b.png 2x"), `/a.png?${build} 1x, /b.png?${build} 2x`);
});

Deno.test("fresh/runtime has IS_BROWSER, Partial and HttpError", async () => {
  assert.equal(IS_BROWSER, false);
  const app = new App().get("/", (ctx) =>
    ctx.render(
      <Partial name="p">
        <p>in</p>
      </Partial>,
    ));
  assert.match(await render(app), /<body><p>in<\/p><\/body>/);
  const cause = new Error("why");
  const error = new HttpError(404, "No game", { cause });
  assert.deepEqual([error.status, error.message, error.cause, error.name], [
    404,
    "No game",
    cause,
    "HttpError",
  ]);
});

Deno.test("Hooks work in pages", async () => {
  function Page() {
    return <p id={useId()}>x</p>;
  }
  const app = new App().route("/", { component: Page });
  assert.match(await render(app), /<p id="[\w-]+">x<\/p>/);
});
