/*
 * Shows notifications and caches the site's shell: scripts, styles and the offline page. Never caches a page of a game,
 * an API response or a notification, because nothing of a game may stay on a device that others may use.
 */

/** Pages put their build id into the worker's URL, so each build has its own cache, which is never stale. */
const CACHE = `shell${self.location.search}`;
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
  } else if (searchParams.has("__frsh_c") || pathname.startsWith("/_fresh/")) {
    event.respondWith(fromCache(request));
  }
});

self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Replaces an earlier notification of the same kind from the same game. */
function show({ code, title, tag }) {
  return self.registration.showNotification(title, {
    tag: `${code} ${tag}`,
    renotify: true,
    icon: "/icon-192.png",
    data: code,
  });
}

/** Focuses a tab of the game, which then shows what is new, or opens one. */
async function open(code) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) =>
    /^\/games\/(\d+)(\/organize)?$/.exec(new URL(url).pathname)?.[1] === code
  );
  if (!tab) return await self.clients.openWindow(`/games/${code}?notice`);
  await tab.focus();
  tab.postMessage("news");
}

/** Caches the offline page and its assets. If that fails, the previous worker stays. */
async function keepOfflinePage() {
  const cache = await caches.open(CACHE);
  const answer = await fetch(OFFLINE, { cache: "reload" });
  if (!answer.ok) throw new Error(`${OFFLINE}: ${answer.status}`);
  await cache.put(OFFLINE, answer.clone());
  const addresses = (await answer.text()).matchAll(
    /(?:href|src)="(\/(?:styles|icons?|offline)\.[^"#]+)/g,
  );
  await cache.addAll([...new Set([...addresses].map(([, address]) => address))]);
}

/**
 * Serves files of this build, whose URLs change with their content; the server marks them as immutable. A late response
 * must not bring back the cache once the next build's worker has deleted it.
 */
async function fromCache(request) {
  const kept = await caches.match(request, { cacheName: CACHE });
  if (kept) return kept;
  const answer = await fetch(request);
  const isOfBuild = answer.headers.get("cache-control")?.endsWith("immutable");
  if (answer.ok && isOfBuild && await caches.has(CACHE)) {
    await (await caches.open(CACHE)).put(request, answer.clone());
  }
  return answer;
}
