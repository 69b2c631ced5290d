/** Carries out once what comes twice under one key within a while, such as a form that was sent twice. */
export class Once<Result> {
  readonly #results = new Map<string, { result: Promise<Result>; until: number }>();

  /** @param keepFor milliseconds for which a result answers for its key. */
  constructor(private readonly keepFor: number) {}

  /** The result of the first call with this key; a failed one is forgotten and may be tried again. */
  async run(key: string, act: () => Promise<Result>): Promise<Result> {
    const now = Date.now();
    // The oldest come first.
    for (const [old, { until }] of this.#results) {
      if (until > now) break;
      this.#results.delete(old);
    }
    const known = this.#results.get(key);
    if (known) return await known.result;
    const result = act();
    this.#results.set(key, { result, until: now + this.keepFor });
    try {
      return await result;
    } catch (error) {
      this.#results.delete(key);
      throw error;
    }
  }
}
