import assert from "node:assert/strict";
import { isLinkPreview } from "./link_preview.ts";

const from = (agent: string, method = "GET") =>
  isLinkPreview(new Request("http://localhost/", { method, headers: { "user-agent": agent } }));

Deno.test("isLinkPreview() recognizes the requests of chats", () => {
  const agents = [
    "WhatsApp/2.23.20.0",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 (KHTML, like Gecko) facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "TelegramBot (like TwitterBot)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
    "facebookexternalhit/1.1;line-poker/1.0",
    "facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984",
    "Viber/24.1.0.1 CFNetwork/1568 Darwin/24.0.0",
    "Synapse (bot; +https://github.com/matrix-org/synapse)",
  ];
  for (const agent of agents) assert.ok(from(agent), agent);
  assert.ok(from("WhatsApp/2", "HEAD"));
});

Deno.test("isLinkPreview() takes no browser for a link preview, and no form submission", () => {
  const agents = [
    "",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
    // Browsers inside chat apps, in which people read pages.
    "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36 Telegram-Android/11.3.3 (Google Pixel 6; Android 14; SDK 34; HIGH)",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 KAKAOTALK 10.9.5",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Snapchat/13.1.0.40",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Teams/1.7.00 Chrome/114.0.0.0 Electron/25.0 Safari/537.36",
    "Mozilla/5.0 (X11; CUBOT NOTE) Gecko/20100101 Cubots/1.0",
  ];
  for (const agent of agents) assert.ok(!from(agent), agent);
  assert.ok(!from("WhatsApp/2", "POST"));
});
