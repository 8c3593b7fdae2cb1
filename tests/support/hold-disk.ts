import type { Page } from 'playwright-core';

/** Holds everything that the till of this page reads and writes on the device until the returned function lets it go. */
export async function holdDisk(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('counterfoil-till');
        opening.addEventListener('success', () => {
          // Everything that is encrypted begins with the key.
          const keys = opening.result.transaction('key', 'readwrite').objectStore('key');
          const goOn = () => {
            resolve();
            if (document.documentElement.dataset.disk === 'free') opening.result.close();
            else keys.get('device').addEventListener('success', goOn);
          };
          delete document.documentElement.dataset.disk;
          goOn();
        });
      }),
  );
  return () =>
    page.evaluate(() => {
      document.documentElement.dataset.disk = 'free';
    });
}
