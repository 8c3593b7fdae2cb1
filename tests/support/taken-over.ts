import type { Page } from 'playwright-core';

/**
 * Waits until a service worker that is being installed for this page has taken it over, or has given up. A route that is
 * set while it does so misses the requests that the worker leaves to the network: they are neither held nor reported.
 */
export async function takenOver(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return;
  await page
    .evaluate(async () => {
      const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
      const registration = await workers?.getRegistration();
      const worker = registration?.installing ?? registration?.waiting ?? registration?.active;
      if (!worker) return;
      // It takes over its pages while it is being activated.
      const isDone = () => worker.state === 'activated' || worker.state === 'redundant';
      if (isDone()) return;
      await new Promise<void>(resolve => worker.addEventListener('statechange', () => isDone() && resolve()));
    })
    // A page that is being left or closed needs no worker.
    .catch(() => undefined);
}
