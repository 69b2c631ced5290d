import assert from "node:assert/strict";
import { hostilePhotos, PHOTOS } from "@/tests/support/photos.ts";
import { checkPhoto } from "./photo_bytes.ts";

Deno.test("checkPhoto() accepts the output of encoders, and finds its type by the bytes", () => {
  for (const [name, bytes] of PHOTOS) {
    const [type = ""] = name.match(/JPEG|PNG|WebP/) ?? [];
    assert.deepEqual(checkPhoto(bytes), { type: `image/${type.toLowerCase()}` }, name);
  }
});

Deno.test("checkPhoto() refuses every hostile file, and says why", () => {
  const files = hostilePhotos();
  assert.ok(new Set(files.map(({ bytes }) => bytes.toBase64())).size >= 200);
  for (const { name, bytes, problem } of files) assert.equal(checkPhoto(bytes), problem, name);
});

Deno.test("checkPhoto() recognizes a type by its whole signature", () => {
  const places = {
    JPEG: [0, 1, 2],
    PNG: [0, 1, 2, 3, 4, 5, 6, 7],
    WebP: [0, 1, 2, 3, 8, 9, 10, 11],
  };
  for (const [name, bytes] of PHOTOS) {
    const type = (["JPEG", "PNG", "WebP"] as const).find((one) => name.includes(one));
    for (const place of type ? places[type] : []) {
      const changed = bytes.with(place, 0x2e);
      assert.equal(checkPhoto(changed), "PHOTO_TYPE", `${name}, byte ${place}`);
    }
  }
});

Deno.test("checkPhoto() decides on any bytes, in time", () => {
  let state = 1;
  const random = (below: number) => (state = state * 48_271 % 2_147_483_647) % below;
  for (const [name, bytes] of PHOTOS) {
    for (let index = 0; index < 300; index++) {
      const changed = bytes.slice();
      for (let count = random(4); count >= 0; count--) changed[random(bytes.length)] = random(256);
      assert.doesNotThrow(() => checkPhoto(changed), name);
    }
  }
});
