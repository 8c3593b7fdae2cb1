import { token } from '../../../platform/token';

/**
 * Makes the till an installable app that opens offline. Browsers do not allow service workers over plain
 * http, so there the till only works while its page is open.
 */
export function installTill(): void {
  if (!document.querySelector('link[rel="manifest"]')) {
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = '/till.webmanifest';
    document.head.append(link);
  }
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/till-worker.js', { scope: '/sales/pos' })
    .then(registered)
    .catch(() => undefined);
}

/** Tells the service worker who is signed in, so that the page can be reloaded offline. */
async function registered(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.active ?? (await activeOf(registration));
  const sent = token.read();
  if (sent) worker?.postMessage(`Bearer ${sent}`);
}

async function activeOf(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const worker = registration.installing ?? registration.waiting;
  if (!worker) return registration.active;
  await new Promise<void>(resolve =>
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve()),
  );
  return registration.active;
}
