import assert from "node:assert/strict";
import * as esbuild from "esbuild";
import type { Page } from "playwright-core";
import { BROWSER_TEST, TestSite } from "./support/browser.ts";

/** A list in which each item has a link of its own, or a key. */
function list(...names: string[]): string {
  const rows = names.map((name) =>
    name === name.toUpperCase()
      ? `<li data-key="${name}"><p>${name}</p><input id="i-${name}" value="${name}"></li>`
      : `<li><p><a href="/${name}">${name}</a></p><button value="${name}">Copy</button></li>`
  );
  return `<div><h2>${names.length}</h2>text ${names.length}<ul>${rows.join("")}</ul></div>`;
}

interface Step {
  from: string;
  to: string;
  /** The element that has the focus before. */
  focus?: string;
}

/** Runs `morph` to turn one list into the other. */
async function morphIn(page: Page, { from, to, focus = "" }: Step) {
  const code = `(() => {
    document.body.innerHTML = ${JSON.stringify(from)};
    const old = document.body.firstElementChild;
    const held = ${JSON.stringify(focus)} && old.querySelector(${JSON.stringify(focus)});
    if (held) held.focus();
    // Each button's node is marked with its owner.
    const owners = new Map([...old.querySelectorAll("button")].map((one) => [one, one.value]));
    const fresh = document.createElement("template");
    fresh.innerHTML = ${JSON.stringify(to)};
    const isWhole = morphing.morph(old, fresh.content.firstElementChild);
    return {
      isWhole,
      html: old.outerHTML,
      isFocused: !!held && document.activeElement === held,
      strayed: [...owners].filter(([one, owner]) => one.value !== owner).length,
    };
  })()`;
  return await page.evaluate<
    { isWhole: boolean; html: string; isFocused: boolean; strayed: number }
  >(code);
}

Deno.test(
  "morph() turns a list into another, and no button changes its owner",
  BROWSER_TEST,
  async () => {
    await using site = await TestSite.open();
    const page = await site.visit();
    const source = await Deno.readTextFile(new URL("../lib/browser/morph.ts", import.meta.url));
    const { code } = await esbuild.transform(source, {
      loader: "ts",
      format: "iife",
      globalName: "morphing",
    });
    await page.addScriptTag({ content: code });

    // Every transition between orders of some of five people, with the focus on any element.
    const orders = [
      ["ana", "ben", "cleo"],
      ["ben", "cleo"],
      ["cleo", "ana", "ben"],
      ["dan", "ana", "DAN", "ben"],
      ["DAN", "cleo"],
      [],
    ];
    for (const before of orders) {
      for (const after of orders) {
        const [from, to] = [list(...before), list(...after)];
        const plain = await morphIn(page, { from, to });
        assert.deepEqual(plain, { isWhole: true, html: to, isFocused: false, strayed: 0 });
        for (const name of before) {
          const focus = name === "DAN" ? "#i-DAN" : `[value=${name}]`;
          const { isWhole, html, isFocused } = await morphIn(page, { from, to, focus });
          assert(isFocused, `${name} keeps the focus from ${before} to ${after}`);
          assert.equal(isWhole, after.includes(name));
          // The focused element stays although it would be removed, and no id is duplicated.
          assert.equal(html, isWhole ? to : from);
        }
      }
    }

    // Sections that the reader has opened stay open; an element of another kind is replaced.
    const opened = await morphIn(page, {
      from: `<div class="a" title="b"><details open id="x"><p>1</p></details><p>text</p></div>`,
      to: `<div class="c" lang="d"><details id="x"><p>2</p></details><ul></ul></div>`,
    });
    assert.equal(
      opened.html,
      `<div class="c" lang="d"><details open="" id="x"><p>2</p></details><ul></ul></div>`,
    );
    assert.deepEqual(site.problems, []);
  },
);
