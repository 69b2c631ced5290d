import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { type Translate, translator } from "@/lib/i18n/translate.ts";
import type { Language } from "@/lib/game/types.ts";
import { assertAccessible, assertNoSidewaysScroll, type TestSite } from "./browser.ts";

/** Folder for pictures of every screen; undefined for none. */
const PICTURES = Deno.env.get("PICTURES");

/** Minimum heights of a tap target, and of a tappable line in running text, in CSS pixels. */
const THUMB = 44;
const LINE = 24;

/** What one step of a story costs the people in it. */
export interface Step {
  name: string;
  taps: number;
  /** Characters typed. */
  keys: number;
  seconds: number;
}

/** People with phones, whose taps and keys are counted. */
export class Story {
  readonly t: Translate;
  readonly #steps: Step[] = [];
  readonly #seen = new Set<string>();
  #begun = performance.now();

  constructor(readonly site: TestSite, readonly language: Language) {
    this.t = translator(language);
  }

  /** The current step. */
  get #now(): Step {
    const step = this.#steps.at(-1);
    assert(step, "a story begins with a step");
    return step;
  }

  /** Ends the current step and begins the next one. */
  begin(name: string): void {
    this.#end();
    this.#steps.push({ name, taps: 0, keys: 0, seconds: 0 });
  }

  #end(): void {
    const now = performance.now();
    const last = this.#steps.at(-1);
    if (last) last.seconds = (now - this.#begun) / 1000;
    this.#begun = now;
  }

  /** A phone of a new visitor. */
  phone(): Promise<Page> {
    return this.site.visit({ language: this.language, hasTouch: true });
  }

  /** Taps an element, and asserts that it is large enough for a thumb. */
  async tap(place: Locator): Promise<void> {
    this.#now.taps++;
    await place.scrollIntoViewIfNeeded();
    const height = await place.evaluate((element) => {
      // A row can be tapped anywhere, and a checkbox also on its label.
      const labels = element instanceof HTMLInputElement ? [...element.labels ?? []] : [];
      const all = [element, element.closest("label,li,summary") ?? element, ...labels];
      return Math.max(...all.map((one) => one.getBoundingClientRect().height));
    });
    const least = await place.evaluate((element) => element.matches("p a")) ? LINE : THUMB;
    assert(height >= least - 0.5, `${place} is ${height} pixels high`);
    await place.tap();
  }

  /** Taps the button or link with this name. */
  press(page: Page, role: "button" | "link", name: string): Promise<void> {
    return this.tap(page.getByRole(role, { name, exact: true }).filter({ visible: true }));
  }

  /** Taps a field and types. */
  async type(field: Locator, text: string): Promise<void> {
    this.#now.taps++;
    this.#now.keys += text.length;
    await field.fill(text);
  }

  /** Types at the cursor. */
  async keys(page: Page, text: string): Promise<void> {
    this.#now.keys += text.length;
    await page.keyboard.type(text);
  }

  /** Presses the Enter key. */
  async enter(page: Page): Promise<void> {
    this.#now.keys++;
    await page.keyboard.press("Enter");
  }

  /** Pastes text that was copied elsewhere: a long tap and "paste". */
  async paste(field: Locator, text: string): Promise<void> {
    this.#now.taps += 2;
    await field.fill(text);
  }

  /** Opens a select and taps an option. */
  async choose(list: Locator, label: string): Promise<void> {
    this.#now.taps += 2;
    await list.selectOption({ label });
  }

  /** Checks a screen once for each name: that it fits and is accessible. Takes pictures if wanted. */
  look(page: Page, name: string): Promise<void> {
    return this.#look(page, name, true);
  }

  /** Like `look`, without axe, for a screen that a test in another language checks: its structure is the same. */
  lookAtWidth(page: Page, name: string): Promise<void> {
    return this.#look(page, name, false);
  }

  async #look(page: Page, name: string, isNew: boolean): Promise<void> {
    if (this.#seen.has(name)) return;
    this.#seen.add(name);
    const begun = performance.now();
    await assertNoSidewaysScroll(page);
    if (isNew) await assertAccessible(page);
    if (PICTURES) await takePictures(page, `${this.language}-${this.#seen.size + 100}-${name}`);
    this.#begun += performance.now() - begun;
  }

  /** Ends the story and prints the cost of each step. @returns their sum */
  end(title: string): Step {
    this.#end();
    const sum = (of: (step: Step) => number) =>
      this.#steps.reduce((all, step) => all + of(step), 0);
    const all = {
      name: "all",
      taps: sum(({ taps }) => taps),
      keys: sum(({ keys }) => keys),
      seconds: sum(({ seconds }) => seconds),
    };
    for (const { name, taps, keys, seconds } of [...this.#steps, all]) {
      console.log(
        `| ${title} | ${this.language} | ${name} | ${taps} | ${keys} | ${seconds.toFixed(1)} |`,
      );
    }
    return all;
  }

  /** The cost of a step, by its name. */
  cost(name: string): Step {
    const step = this.#steps.find((one) => one.name === name);
    assert(step, name);
    return step;
  }
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForTimeout(200);
    await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: "light" });
}
