import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { everythingAtRest } from './at-rest';

/**
 * Waits until the server has answered the till's first check-in. Before that it has no receipt series and no key to seal
 * a sale with, which would wait in clear.
 */
export async function checkedIn(page: Page): Promise<void> {
  await expect.poll(() => everythingAtRest(page)).toContain('plain: terms');
}

/**
 * Waits until the till opens and sells offline from now on: its worker runs and has the files and the cashier, and it has
 * checked in.
 */
export async function keptForOffline(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const worker = (await navigator.serviceWorker.ready).active?.state;
        // Opening a missing cache would create it.
        const people = (await caches.has('till-user')) ? await (await caches.open('till-user')).keys() : [];
        return { worker, people: people.length };
      }),
    )
    .toEqual({ worker: 'activated', people: 1 });
  await checkedIn(page);
}
