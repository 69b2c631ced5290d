/** The clock of this process, which can be set while everything runs; timers keep their pace. */
export class SetClock implements Disposable {
  readonly #real = Date;
  #offset = 0;

  constructor() {
    const now = () => this.#real.now() + this.#offset;
    globalThis.Date = new Proxy(this.#real, {
      construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
      get: (target, name) => name === "now" ? now : Reflect.get(target, name),
    });
  }

  /** Sets it forward, or with less than 0 back. */
  move(hours: number): void {
    this.#offset += hours * 3_600_000;
  }

  [Symbol.dispose](): void {
    globalThis.Date = this.#real;
  }
}
