import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";

/** A detective novel on a table, in place of a participant's photo. */
const BOOK = `
<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640">
  <defs>
    <linearGradient id="wall" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#f3e3c8"/><stop offset="1" stop-color="#d9b88c"/>
    </linearGradient>
    <linearGradient id="table" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#a8703f"/><stop offset="1" stop-color="#7b4a24"/>
    </linearGradient>
    <linearGradient id="cover" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#24596a"/><stop offset="1" stop-color="#123341"/>
    </linearGradient>
    <filter id="soft" x="-30%" y="-30%" width="160%" height="160%">
      <feGaussianBlur stdDeviation="16"/>
    </filter>
  </defs>
  <rect width="640" height="640" fill="url(#wall)"/>
  <rect y="430" width="640" height="210" fill="url(#table)"/>
  <path d="M0 500q320-22 640 8M0 566q320 24 640-10" stroke="#6a3d1c" stroke-width="3" fill="none" opacity=".45"/>
  <ellipse cx="335" cy="560" rx="215" ry="34" fill="#3a1f0c" opacity=".6" filter="url(#soft)"/>
  <g transform="rotate(-5 320 330)">
    <path d="M170 96h300a14 14 0 0 1 14 14v436H184a14 14 0 0 1-14-14z" fill="#f7efdd"/>
    <path d="M184 546h300v-14H184z" fill="#cdbf9f"/>
    <path d="M156 90h300a12 12 0 0 1 12 12v430H168a12 12 0 0 1-12-12z" fill="url(#cover)"/>
    <path d="M156 90h26v442h-14a12 12 0 0 1-12-12z" fill="#0d2530"/>
    <rect x="206" y="122" width="236" height="382" rx="6" fill="none" stroke="#e8b64c" stroke-width="4"/>
    <circle cx="312" cy="300" r="66" fill="#dfeef0" stroke="#e8b64c" stroke-width="14"/>
    <path d="M358 348l54 62" stroke="#e8b64c" stroke-width="22" stroke-linecap="round"/>
    <path d="M286 318c0-34 12-52 26-52s26 18 26 52z" fill="#123341"/>
    <path d="M276 320h72" stroke="#123341" stroke-width="9" stroke-linecap="round"/>
    <path d="M238 164h172M262 190h124" stroke="#f7efdd" stroke-width="13" stroke-linecap="round"/>
    <path d="M272 462h104" stroke="#e8b64c" stroke-width="9" stroke-linecap="round"/>
  </g>
</svg>`;

/** A photo of a gift as a phone provides it. @param page whose browser renders it */
export async function giftPhoto(page: Page) {
  const canvas = await page.context().newPage();
  await canvas.setViewportSize({ width: 640, height: 640 });
  await canvas.setContent(`<body style="margin:0">${BOOK}</body>`);
  const buffer = Buffer.from(await canvas.screenshot({ type: "jpeg", quality: 88 }));
  await canvas.close();
  return { name: "book.jpg", mimeType: "image/jpeg", buffer };
}
