// Keeps the built page, so that it works without a network. `BUILD` and `FILES` stand in front of this when it is built.
const { scope } = registration;
const CACHE = `${scope} ${BUILD}`;

addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      // What has a hash in its name is never another file; the rest is asked for anew.
      await cache.addAll(FILES.map((file) => new Request(file, /^assets\//.test(file) ? {} : { cache: "no-cache" })));
      await skipWaiting();
    })(),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([clients.claim(), tidy()]));
});

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(scope)) return;
  const path = url.slice(scope.length).replace(/[?#].*/, "");
  if (mode === "navigate") {
    if (path !== "" && path !== "index.html") return;
    event.waitUntil(tidy());
    event.respondWith(found(CACHE, "./").then((kept) => kept ?? fetch(event.request)));
  } else {
    // A tab of an earlier build still asks for its own files.
    event.respondWith(found(undefined, event.request).then((kept) => kept ?? fetch(event.request)));
  }
});

function found(cacheName, request) {
  return caches.match(request, { cacheName, ignoreVary: true });
}

/** Earlier builds stay as long as any tab may need them. */
async function tidy() {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length > 0) return;
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(`${scope} `) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}
