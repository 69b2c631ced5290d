/** The clock of this process, adjustable at run time; timers keep their pace. */
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

  /** Moves the clock forward, or back if negative. */
  move(hours: number): void {
    this.#offset += hours * 3_600_000;
  }

  [Symbol.dispose](): void {
    globalThis.Date = this.#real;
  }
}
