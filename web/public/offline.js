// The worker of the pages in a browser. It shows a notice when Rapport is opened without a
// connection, as from the home screen. All else goes to the network, so nothing old is shown.

const NOTICE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Rapport</title>
<style>
  body { margin: 20vh auto 0; max-width: 26rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
  a { display: inline-block; padding: 0.625rem 1rem; border: 1px solid; border-radius: 0.5rem; color: inherit; }
</style>
<main>
<h1>There is no connection</h1>
<p>Rapport cannot be reached from here. What you had typed is still in this browser.</p>
<p><a href="">Try again</a></p>
</main>
</html>`;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  // The browser asks for the page while this worker starts.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { mode, method } = event.request;
  if (mode !== 'navigate' || method !== 'GET') return;
  event.respondWith(
    Promise.resolve(event.preloadResponse)
      .then((response) => response ?? fetch(event.request))
      .catch(() => new Response(NOTICE, { status: 503, headers: { 'content-type': 'text/html' } })),
  );
});
