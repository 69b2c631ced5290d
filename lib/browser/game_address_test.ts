import assert from "node:assert/strict";
import { gameAddress } from "./game_address.ts";

Deno.test("gameAddress() reads codes as people type them", () => {
  for (const typed of ["482915", " 482 915 ", "482-915", "482915"]) {
    assert.equal(gameAddress(typed), "/games/482915", typed);
  }
  assert.equal(gameAddress("4829 1503"), "/games/48291503");
  for (const typed of ["", "12345", "012345", "4829150", "abcdef"]) {
    assert.equal(gameAddress(typed), null, typed);
  }
});

Deno.test("gameAddress() reads links and never leads to another site", () => {
  assert.equal(
    gameAddress("https://gifts.example/games/482915?participant=abc"),
    "/games/482915?participant=abc",
  );
  assert.equal(
    gameAddress("https://gifts.example/games/482915/organize?token=abc"),
    "/games/482915/organize?token=abc",
  );
  assert.equal(gameAddress("https://gifts.example/games/48291503"), "/games/48291503");
  assert.equal(gameAddress("https://gifts.example/games/482915/c/a-B_1"), "/games/482915/c/a-B_1");
  assert.equal(gameAddress("https://evil.example/games/482915"), "/games/482915");
  assert.equal(gameAddress("https://gifts.example/help"), null);
  assert.equal(gameAddress("https://gifts.example/games/482915/?a"), "/games/482915?a");
  assert.equal(
    gameAddress("https://gifts.example/games/482915?participant=é🎁%2D"),
    "/games/482915?participant=%C3%A9%F0%9F%8E%81%2D",
  );
});

Deno.test("gameAddress() takes no longer for a text that seems to hold thousands of links", () => {
  const links = "/games/482915?".repeat(18_000);
  const start = performance.now();
  for (const typed of [`${links} x`, `${links}\n`, links, " ".repeat(250_000) + "x"]) {
    assert.equal(gameAddress(typed), null);
  }
  assert(performance.now() - start < 1_000);
  assert.equal(gameAddress(`${" ".repeat(1_000)}482915 `), "/games/482915");
  const inWords = `Here it is:\nhttps://gifts.example/games/482915?participant=${"x".repeat(22)}`;
  assert.equal(gameAddress(inWords), `/games/482915?participant=${"x".repeat(22)}`);
});
