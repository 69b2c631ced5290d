/* Helpers shared by the tests of browser code. */

/** Replaces some globals of a browser until disposed. */
export function withGlobals(fakes: Record<string, unknown>): Disposable {
  const before = Object.keys(fakes).map((name) =>
    [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const
  );
  for (const [name, value] of Object.entries(fakes)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return {
    [Symbol.dispose]() {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      }
    },
  };
}

/** Timers that fire when the test calls `pass()`. */
export function fakeTimers() {
  const waiting = new Map<number, { work: () => void; ms: number }>();
  let last = 0;
  return {
    fakes: {
      setTimeout: (work: () => void, ms = 0) => {
        waiting.set(++last, { work, ms });
        return last;
      },
      clearTimeout: (timer: number) => waiting.delete(timer),
    },
    /** Delays of the pending timers, in ms. */
    pauses: () => [...waiting.values()].map(({ ms }) => ms),
    pass() {
      const all = [...waiting];
      waiting.clear();
      for (const [, { work }] of all) work();
    },
  };
}

/** A storage in memory. */
export function fakeStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** Lets settled promises run their callbacks. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}
