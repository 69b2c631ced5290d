import assert from "node:assert/strict";
import { fakeTimers, withGlobals } from "./browser_testing.ts";
import { onHiddenOrTimeout, OPEN_FOR } from "./hidden_or_timeout.ts";

/** A page that shows a name. */
function opened(staysOpen?: boolean) {
  const timers = fakeTimers();
  const page = Object.assign(new EventTarget(), { hidden: false });
  const globals = withGlobals({ ...timers.fakes, document: page });
  let closed = 0;
  const cancel = onHiddenOrTimeout(() => void closed++, staysOpen);
  return {
    timers,
    cancel,
    closed: () => closed,
    hide(hidden: boolean) {
      page.hidden = hidden;
      page.dispatchEvent(new Event("visibilitychange"));
    },
    [Symbol.dispose]: () => globals[Symbol.dispose](),
  };
}

Deno.test("onHiddenOrTimeout() closes after a minute without any input", () => {
  using page = opened();
  assert.deepEqual(page.timers.pauses(), [OPEN_FOR]);
  for (const sign of ["pointerdown", "touchmove", "wheel", "scroll", "keydown"]) {
    page.timers.fakes.clearTimeout(0);
    dispatchEvent(new Event(sign));
    assert.deepEqual(page.timers.pauses(), [OPEN_FOR], `${sign} begins a new minute`);
  }
  assert.equal(page.closed(), 0);
  page.timers.pass();
  assert.deepEqual([page.closed(), page.timers.pauses()], [1, []]);
  dispatchEvent(new Event("keydown"));
  dispatchEvent(new Event("pagehide"));
  page.hide(true);
  assert.deepEqual([page.closed(), page.timers.pauses()], [1, []], "once");
});

Deno.test("onHiddenOrTimeout() closes when the tab is hidden or left, however long it may stay open", () => {
  for (const staysOpen of [false, true]) {
    using page = opened(staysOpen);
    assert.deepEqual(page.timers.pauses(), staysOpen ? [] : [OPEN_FOR]);
    dispatchEvent(new Event("keydown"));
    assert.deepEqual(page.timers.pauses(), staysOpen ? [] : [OPEN_FOR]);
    page.hide(false);
    assert.equal(page.closed(), 0);
    page.hide(true);
    assert.equal(page.closed(), 1);
  }
  using left = opened(true);
  dispatchEvent(new Event("pagehide"));
  assert.equal(left.closed(), 1);
});

Deno.test("onHiddenOrTimeout() closes nothing once it is cancelled", () => {
  using page = opened();
  page.cancel();
  assert.deepEqual(page.timers.pauses(), []);
  dispatchEvent(new Event("keydown"));
  page.hide(true);
  dispatchEvent(new Event("pagehide"));
  assert.deepEqual([page.closed(), page.timers.pauses()], [0, []]);
});
