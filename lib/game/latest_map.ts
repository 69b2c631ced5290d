/** A map that holds so many entries: beyond that it forgets those that were set the longest ago. */
export class LatestMap<Key, Value> extends Map<Key, Value> {
  constructor(readonly most: number) {
    super();
  }

  /** Sets an entry, which is the latest from now on. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    // Only where needed: an iterator begins by passing over the places of all that were deleted.
    if (this.size > this.most) {
      const [oldest] = this.keys().take(1);
      if (oldest !== undefined) this.delete(oldest);
    }
    return this;
  }
}
