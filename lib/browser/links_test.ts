import assert from "node:assert/strict";
import { LANGUAGES } from "../game/types.ts";
import * as links from "./links.ts";

const { findPublicPage, PUBLIC_PAGES, publicPath } = links;

Deno.test("publicPath() and findPublicPage() are inverse to each other, with and without a language", () => {
  assert.deepEqual(
    [publicPath(""), publicPath("", "de"), publicPath("help"), publicPath("help", "de")],
    ["/", "/de", "/help", "/de/help"],
  );
  assert.equal(publicPath("recover"), "/recover");
  assert.equal(publicPath("recover", "fr"), "/fr/recover");
  for (const language of [null, ...LANGUAGES]) {
    for (const page of PUBLIC_PAGES) {
      assert.deepEqual(findPublicPage(publicPath(page, language)), { page, language });
    }
  }
  for (const path of ["/xx", "/de/", "/help/de", "/games/123456", ""]) {
    assert.equal(findPublicPage(path), null, path);
  }
});

Deno.test("the paths of a game's pages contain their credentials, encoded", () => {
  const odd = "a+b/c=&d";
  const encoded = "a%2Bb%2Fc%3D%26d";
  const game = "/games/123456";
  for (
    const [path, expected] of [
      [links.gamePath("123456"), game],
      [links.giftPath("123456"), `${game}/gift`],
      [links.participantPath("123456", odd), `${game}?participant=${encoded}`],
      [links.participantPath("123456", "t", odd), `${game}?participant=t&mail=${encoded}`],
      [links.whisperPath("123456"), `${game}/whisper`],
      [links.whisperPath("123456", "giver"), `${game}/whisper?with=giver`],
      [links.postPath("123456"), `${game}/post`],
      [links.postPath("123456", odd, "/sent"), `${game}/post/sent?for=${encoded}`],
      [links.photoPath("123456"), `${game}/photos`],
      [links.photoPath("123456", "id"), `${game}/photos/id`],
      [links.wishesPath("123456"), `${game}/wishes`],
      [links.devicesPath("123456"), `${game}/devices`],
      [links.organizerPath("123456", odd), `${game}/organize?token=${encoded}`],
      [links.joinPath("123456", odd), `${game}/join?invitation=${encoded}`],
      [links.claimPath("123456", odd), `${game}/c/${encoded}`],
      [links.managePath("123456"), `${game}/organize`],
      [links.againPath("123456"), `${game}/organize/again`],
      [links.managePersonPath("123456", odd), `${game}/organize/people/${encoded}`],
      [links.picturePath("123456", odd), `/preview/123456/${encoded}`],
      [links.sitePicturePath("de", null), "/preview/de.png"],
      [links.sitePicturePath("de", "Ours"), "/icon-512.png"],
      [links.erasedPath(), "/erased"],
      [links.erasedPath("123456"), "/erased?game=123456"],
      [
        links.unsubscribePath("id", odd, odd),
        `/unsubscribe?game=id&token=${encoded}&all=${encoded}`,
      ],
      [links.decliningPath(odd), `/unsubscribe?never=${encoded}`],
      [links.reportPath("id", odd, odd), `/report?game=id&mail=${encoded}&token=${encoded}`],
      [links.confirmSenderPath("id", odd), `/confirm?game=id&token=${encoded}`],
      [links.manifestPath("de"), "/manifest/de.webmanifest"],
      [links.handedWishPath, "/wish"],
      [links.wishBookmarkletPath, "/wish/bookmarklet"],
    ]
  ) assert.equal(path, expected);
});
