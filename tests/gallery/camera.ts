import type { Page } from "playwright-core";

/** Widths of the pictures: a small phone and a desktop, in CSS pixels. */
export const DEVICES = { phone: 360, desktop: 1280 } as const;
export const THEMES = ["light", "dark"] as const;

/** Time until scripts have changed the page, and until an overlay has faded in, in ms. */
const PAUSE = { page: 100, window: 700 };

/** How browsers show an empty date field. */
const EMPTY_DAYS: Readonly<Record<string, string>> = { de: "tt.mm.jjjj", ja: "年/月/日" };

/**
 * Shows dates and times as the visitor's browser would, because this one has a single language, whatever pages request.
 * The fields themselves are hidden and keep their values, because pages read them.
 */
async function localizeDates(page: Page): Promise<void> {
  await page.evaluate((emptyDays) => {
    const locale = navigator.language;
    const write = (moment: string, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(new Date(moment));
    const day = (value: string) =>
      write(value, { day: "2-digit", month: "2-digit", year: "numeric" });
    const time = (value: string) => write(`2000-01-01T${value}Z`, { timeStyle: "short" });
    for (const input of document.querySelectorAll("input")) {
      const { type, value } = input;
      if (type !== "date" && type !== "time" && type !== "datetime-local") continue;
      if (input.style.display === "none") continue;
      const [date = "", clock = ""] = type === "time" ? ["", value] : value.split("T");
      const shown = document.createElement("input");
      shown.className = input.className;
      shown.readOnly = input.readOnly;
      shown.value = [date && day(date), clock && time(clock)].filter(Boolean).join(", ");
      shown.placeholder = type === "time" ? "--:--" : emptyDays[locale.slice(0, 2)] ?? "dd/mm/yyyy";
      shown.ariaInvalid = input.ariaInvalid;
      input.after(shown);
      input.style.display = "none";
    }
  }, EMPTY_DAYS);
}

/** Shows links with the origin of a deployed service. */
async function hideOrigin(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const field of document.querySelectorAll("input, textarea")) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
      if (field.type === "hidden" || !field.value.includes(location.origin)) continue;
      field.value = field.value.replaceAll(location.origin, "https://gifts.example.org");
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      // On slips each part of an address is an element of its own.
      if (text.nodeValue === "http://") text.nodeValue = "https://";
      if (!text.nodeValue?.includes(location.host)) continue;
      text.nodeValue = text.nodeValue.replaceAll(location.origin, "https://gifts.example.org")
        .replaceAll(location.host, "gifts.example.org");
    }
  });
}

/** Waits until everything is loaded: fonts, pictures, changes by scripts. */
export async function settle(page: Page, isWindow: boolean): Promise<void> {
  await localizeDates(page);
  await hideOrigin(page);
  // Avoids hover styles.
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
  await page.waitForTimeout(isWindow ? PAUSE.window : PAUSE.page);
}

/**
 * Takes the four pictures of the current page.
 *
 * @param path of the files, without device, theme and extension.
 * @param isWindow true for the overlay as the window shows it, false for the whole page.
 */
export async function picture(page: Page, path: string, isWindow: boolean): Promise<void> {
  for (const [device, width] of Object.entries(DEVICES)) {
    await page.setViewportSize({ width, height: isWindow ? await heightOfDialog(page) : 800 });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      // Scrolled to the end, sticky bars cover nothing.
      if (!isWindow) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await finishMotion(page);
      await page.screenshot({ path: `${path}.${device}.${colorScheme}.png`, fullPage: !isWindow });
    }
  }
}

/** Finishes all animations, and cancels endless ones. */
async function finishMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.getAnimations()) {
      if (one.effect?.getComputedTiming().endTime === Infinity) one.cancel();
      else one.finish();
    }
  });
}

/** Height of an opened gift's content, which scrolls on its own. */
async function heightOfDialog(page: Page): Promise<number> {
  const height = await page.evaluate(() =>
    document.querySelector("dialog.gift-dialog[open]")?.scrollHeight ?? 0
  );
  return Math.max(800, height);
}
