import type { Page } from "playwright-core";

/** A pseudo-language: right-to-left letters, or words about two fifths longer. */
export type PseudoLanguage = "rightToLeft" | "longer";

/** Rewrites all texts of a page in a pseudo-language. Repeated calls start from the English texts. */
export async function speak(page: Page, language: PseudoLanguage): Promise<void> {
  await page.evaluate((language) => {
    const ALEF = 0x5d0;
    const change = {
      rightToLeft: (text: string) =>
        text.replaceAll(
          /[a-z]/gi,
          (letter) => String.fromCodePoint(ALEF + letter.charCodeAt(0) % 27),
        ),
      longer: (text: string) => text.replaceAll(/[aeiouy]/g, "$&$&"),
    }[language];
    const html = document.documentElement;
    html.dir = language === "rightToLeft" ? "rtl" : "ltr";
    html.lang = language === "rightToLeft" ? "he" : "en";
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest("script, style, textarea, svg, [dir=ltr] *")) continue;
      const kept = node as Text & { english?: string };
      kept.data = change(kept.english ??= kept.data);
    }
  }, language);
}

/** Lists layout faults of the page: content wider than the screen, cut off, or overlapping. */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) {
      faults.push(`scrolls sideways by ${root.scrollWidth - innerWidth}`);
    }
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest("svg, .sr-only, .max-lg\\:sr-only, [aria-hidden=true], dialog:not([open])");
    /** True for elements that overlap by design: sticky bars, art, the decoration of a chosen card. */
    const floats = (element: Element | null): boolean =>
      element !== null &&
      (["fixed", "sticky", "absolute"].includes(getComputedStyle(element).position) ||
        floats(element.parentElement));
    const boxes: { text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (!parent || !text || !isSeen(parent)) continue;
      const style = getComputedStyle(parent);
      // Truncated on purpose, with an ellipsis; the full text is elsewhere.
      if (style.textOverflow === "ellipsis") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 2) continue;
        if (box.left < -1 || box.right > innerWidth + 1) faults.push(`leaves the screen: ${text}`);
        if (!floats(parent)) boxes.push({ text, box });
      }
      const isCut = style.overflowX !== "visible" &&
        (parent.scrollWidth > parent.clientWidth + 1 ||
          parent.scrollHeight > parent.clientHeight + 4);
      if (isCut) faults.push(`cut: ${text}`);
      const control = parent.closest("a, button, summary, label, .btn");
      const frame = control && getComputedStyle(control).display !== "inline" &&
        control.getBoundingClientRect();
      if (frame) {
        const box = range.getBoundingClientRect();
        if (box.left < frame.left - 2 || box.right > frame.right + 2) {
          faults.push(`leaves its control: ${text}`);
        }
      }
    }
    // Letters are less tall than their line's box.
    const overlap = (a: DOMRect, b: DOMRect) => {
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return width > 3 && height > Math.min(a.height, b.height) * 0.4;
    };
    boxes.sort((a, b) => a.box.top - b.box.top);
    boxes.forEach((one, index) => {
      for (const other of boxes.slice(index + 1)) {
        if (other.box.top > one.box.bottom) break;
        if (other.text !== one.text && overlap(one.box, other.box)) {
          faults.push(`one on the other: ${one.text} / ${other.text}`);
        }
      }
    });
    return [...new Set(faults)];
  });
}
