/** Captures what is logged until disposed. */
export function captureLogs(): Disposable & { lines: string[] } {
  const lines: string[] = [];
  const { log, error } = console;
  console.log = console.error = (...texts: unknown[]) =>
    void lines.push(texts.map(String).join(" "));
  return {
    lines,
    [Symbol.dispose]: () => void Object.assign(console, { log, error }),
  };
}
