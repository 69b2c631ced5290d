/** A map that holds so many entries: beyond that it forgets those that were set the longest ago. */
export class LatestMap<Key, Value> extends Map<Key, Value> {
  constructor(readonly most: number) {
    super();
  }

  /** Sets an entry, which is the latest from now on. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.most) break;
      this.delete(oldest);
    }
    return this;
  }
}
