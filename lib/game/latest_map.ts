/** A map with a maximum number of entries: beyond it, the entries that were set longest ago are dropped. */
export class LatestMap<Key, Value> extends Map<Key, Value> {
  constructor(readonly most: number) {
    super();
  }

  /** Sets an entry and makes it the latest. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    // Iterates only if needed: an iterator first skips the slots of all deleted entries.
    if (this.size > this.most) {
      const [oldest] = this.keys().take(1);
      if (oldest !== undefined) this.delete(oldest);
    }
    return this;
  }
}
