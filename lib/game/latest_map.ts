/** Of this many parts of the entries one is forgotten at a time. */
const SHARE = 20;

/** A map that holds at most so many entries: beyond that it forgets those that were set the longest ago. */
export class LatestMap<Key, Value> extends Map<Key, Value> {
  constructor(readonly most: number) {
    super();
  }

  /** Sets an entry, which is the latest from now on. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.most) this.#forget(Math.ceil(this.most / SHARE));
    return this;
  }

  /** Forgets many at once: an iterator begins by passing over the places of all that were deleted. */
  #forget(count: number): void {
    for (const oldest of this.keys()) {
      if (count-- === 0) break;
      this.delete(oldest);
    }
  }
}
