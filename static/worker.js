/*
 * Keeps static files and the page for offline moments; never a page of a game, never an answer of the API:
 * nothing of a game stays on a device that others may use.
 */
const CACHE = "static-1";
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil(keepOfflinePage());
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const removeOld = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  };
  event.waitUntil(removeOld().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => await caches.match(OFFLINE)));
  } else if (searchParams.has("__frsh_c") || /^\/_fresh\//.test(pathname)) {
    event.respondWith(fromCache(request));
  }
});

/** Keeps the page for offline moments with what it is drawn with. */
async function keepOfflinePage() {
  const cache = await caches.open(CACHE);
  const answer = await fetch(OFFLINE, { cache: "reload" });
  if (!answer.ok) return;
  await cache.put(OFFLINE, answer.clone());
  const addresses = (await answer.text()).matchAll(
    /(?:href|src)="(\/(?:styles|icons|offline)\.[^"#]+)/g,
  );
  await cache.addAll([...new Set([...addresses].map(([, address]) => address))]);
}

/** Files whose address changes with their content, so that what is kept is never out of date. */
async function fromCache(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (!answer.ok) return answer;
  // A style sheet that was not there yet is of a new build: what was kept of the old one has served.
  const isNewBuild = new URL(request.url).pathname === "/styles.css";
  if (isNewBuild) await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  await cache.put(request, answer.clone());
  if (isNewBuild) await keepOfflinePage();
  return answer;
}
