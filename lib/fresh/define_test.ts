import assert from "node:assert/strict";
import { createDefine, page } from "fresh";

interface State {
  user: string;
}

const define = createDefine<State>();

Deno.test("createDefine() returns identity functions", () => {
  const handler = define.handlers({ GET: (ctx) => page({ user: ctx.state.user }) });
  const component = define.page<typeof handler>(({ data, state }) => data.user + state.user);
  const layout = define.layout(({ Component }) => typeof Component);
  const middleware = define.middleware([(ctx) => ctx.next()]);
  assert.equal(define.handlers(handler), handler);
  assert.equal(define.page(component), component);
  assert.equal(define.layout(layout), layout);
  assert.equal(define.middleware(middleware), middleware);
});

Deno.test("define.page() knows the type of the data that the handler returns", () => {
  const handler = define.handlers({
    GET: () => page({ name: "a", problem: "" }),
    POST: () => Promise.resolve(page({ name: "b", problem: "Name missing" }, { status: 422 })),
  });
  define.page<typeof handler>(({ data }) => {
    const name: string = data.name;
    // @ts-expect-error: no handler returns it
    return name + data.other;
  });
  const single = define.handlers(() => page(7));
  define.page<typeof single>(({ data }) => {
    const number: number = data;
    return number;
  });
});

Deno.test("page() wraps the data that a handler returns", () => {
  assert.deepEqual(page({ a: 1 }, { status: 201, headers: { "X-A": "a" } }), {
    data: { a: 1 },
    status: 201,
    headers: { "X-A": "a" },
  });
});
