/**
 * Rings with the page closed: shows that a decision waits, and opens it when it is pressed. It keeps no page and answers
 * no request, so what people see is always what the service says now.
 */

const TITLE = 'A decision waits';
const EVERYTHING = '/approvals';

/** Only a page of this service is opened, whatever a message says. */
function pathIn(url) {
  const wanted = URL.parse(String(url ?? EVERYTHING), self.location.origin);
  return wanted?.origin === self.location.origin ? wanted.pathname + wanted.search : EVERYTHING;
}

function messageIn(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, url } = messageIn(event.data);
  const path = pathIn(url);
  const shown = {
    tag: path,
    renotify: true,
    icon: '/assets/icon-192.png',
    badge: '/assets/badge-96.png',
    data: { path },
  };
  event.waitUntil(self.registration.showNotification(typeof title === 'string' ? title : TITLE, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(pathIn(event.notification.data?.path)));
});

async function open(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = pages.find((page) => URL.parse(page.url)?.pathname === path.split('?')[0]);
  // Another open page may hold a half-written comment, so it stays as it is.
  return shown === undefined ? self.clients.openWindow(path) : shown.focus();
}
