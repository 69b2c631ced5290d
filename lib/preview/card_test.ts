import assert from "node:assert/strict";
import { COVERS } from "../game/types.ts";
import { drawCard } from "./card.tsx";

/** The top of the highest lantern, balloon or moon of all scenes, and how far their ground and sky reach. */
const SKY = 36;
const BEYOND = 200;

Deno.test("drawCard() shows all that hangs in the sky, however much the words take", () => {
  const title = "The long party of the whole department upstairs";
  for (const cover of COVERS) {
    for (
      const words of [{ over: "Olga", title: "Party", date: "Friday" }, {
        over: "Olga",
        title,
        date: "Friday",
      }]
    ) {
      const svg = drawCard({ cover, ...words }, (text) => text.length * 50);
      const [, scene = ""] = svg.match(/<svg (width="\d+"[^>]*)>/) ?? [];
      const numbers = (pattern: RegExp) => (scene.match(pattern)?.[1] ?? "").split(" ").map(Number);
      const [left = NaN, top = NaN, across = NaN, shown = NaN] = numbers(/viewBox="([^"]*)"/);
      const [width = NaN] = numbers(/width="(\d+)"/);
      const [height = NaN] = numbers(/height="(\d+)"/);
      assert(top <= SKY && left >= -BEYOND, scene);
      assert(Math.abs(across / shown - width / height) < 0.01, `${cover} is cropped: ${scene}`);
    }
  }
});
