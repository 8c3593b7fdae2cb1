import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Everything that this origin has stored in the browser, as one text: databases, caches, local and session storage.
 * Bytes are read letter by letter, so that a text in them is found.
 */
export const everythingAtRest = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const parts: string[] = [];
    const letters = new TextDecoder('latin1');
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const add = (value: unknown): void => {
      // Over plain http there are neither keys nor caches.
      if ('CryptoKey' in window && value instanceof CryptoKey)
        parts.push(`key that can be exported: ${value.extractable}`);
      else if (value instanceof ArrayBuffer) parts.push(letters.decode(value));
      else if (ArrayBuffer.isView(value)) parts.push(letters.decode(value));
      else if (value instanceof Date) parts.push(value.toISOString());
      else if (typeof value === 'object' && value !== null)
        for (const [name, inside] of Object.entries(value)) {
          parts.push(name);
          add(inside);
        }
      else parts.push(String(value));
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answered(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const entries = database.transaction(store).objectStore(store);
        const [names, values] = await Promise.all([
          answered(entries.getAllKeys() as IDBRequest<string[]>),
          answered(entries.getAll()),
        ]);
        for (const one of names) parts.push(`${store}: ${one}`);
        add(values);
      }
      database.close();
    }
    for (const storage of [localStorage, sessionStorage])
      for (const [name, value] of Object.entries(storage)) parts.push(name, String(value));
    for (const name of 'caches' in window ? await caches.keys() : []) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        parts.push(request.url, letters.decode(await answer?.arrayBuffer()));
      }
    }
    return parts.join('\n');
  });

/** How many entries each store of the till's database has. */
export const countAtRest = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const database = await answered(indexedDB.open('counterfoil-till'));
    const counts: Record<string, number> = {};
    for (const store of database.objectStoreNames)
      counts[store] = await answered(database.transaction(store).objectStore(store).count());
    database.close();
    return counts;
  });

export async function expectNothingReadable(page: Page, words: readonly string[]): Promise<void> {
  const stored = await everythingAtRest(page);
  for (const word of words) expect(stored, `“${word}” can be read`).not.toContain(word);
}

/** The till has removed everything but what the device is, and its unsent sales. */
export async function expectWiped(page: Page, unsent: number, words: readonly string[]): Promise<void> {
  await expect
    .poll(() => countAtRest(page))
    .toMatchObject({ key: 0, kept: 0, products: 0, customers: 0, queue: 0, unsent });
  expect(await page.evaluate(() => caches.has('till-user'))).toBe(false);
  await expectNothingReadable(page, words);
}

/** Removes the key of the device, as a browser may that runs out of space. */
export const loseKey = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('counterfoil-till');
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('key', 'readwrite');
          writing.objectStore('key').clear();
          writing.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
  );

/** Puts the till's database back into the form of the version before there was encryption. */
export const asStoredBefore = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const database = await answered(indexedDB.open('counterfoil-till'));
    const { key } = await answered(database.transaction('key').objectStore('key').get('device'));
    const stores = ['kept', 'products', 'customers', 'queue'] as const;
    const clear: { store: string; name: string; value: unknown }[] = [];
    for (const store of stores) {
      const entries = database.transaction(store).objectStore(store);
      const [names, values] = await Promise.all([
        answered(entries.getAllKeys() as IDBRequest<string[]>),
        answered(entries.getAll()),
      ]);
      for (const [at, { nonce, bytes }] of values.entries()) {
        const name = names[at] ?? '';
        const additionalData = new TextEncoder().encode(`${store} ${name}`);
        const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData }, key, bytes);
        const value: unknown = JSON.parse(new TextDecoder().decode(text), (_name, found: unknown) =>
          typeof found === 'string' && found.startsWith('\u0001date ') ? new Date(found.slice(6)) : found,
        );
        clear.push({ store, name, value });
      }
    }
    const plain = database.transaction('plain').objectStore('plain');
    const [names, values] = await Promise.all([
      answered(plain.getAllKeys() as IDBRequest<string[]>),
      answered(plain.getAll()),
    ]);
    for (const [at, name] of names.entries())
      if (name === 'device' || name.startsWith('series '))
        clear.push({ store: 'kept', name, value: values[at] });
    database.close();
    await answered(indexedDB.deleteDatabase('counterfoil-till'));
    const opening = indexedDB.open('counterfoil-till', 1);
    opening.onupgradeneeded = () => {
      for (const store of stores) opening.result.createObjectStore(store);
    };
    const before = await answered(opening);
    const writing = before.transaction(stores, 'readwrite');
    for (const { store, name, value } of clear) writing.objectStore(store).put(value, name);
    await new Promise(resolve => {
      writing.oncomplete = resolve;
    });
    before.close();
  });

/** Marks every sale that the till has stored as unsent, sold at some other time. */
export const sendAllAgain = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const database = await answered(indexedDB.open('counterfoil-till'));
    const { key } = await answered(database.transaction('key').objectStore('key').get('device'));
    const queue = database.transaction('queue').objectStore('queue');
    const [names, records] = await Promise.all([
      answered(queue.getAllKeys() as IDBRequest<string[]>),
      answered(queue.getAll()),
    ]);
    const changed = await Promise.all(
      records.map(async (record, at) => {
        const place = {
          name: 'AES-GCM',
          iv: record.nonce,
          additionalData: new TextEncoder().encode(`queue ${names[at]}`),
        };
        const sale = JSON.parse(
          new TextDecoder().decode(await crypto.subtle.decrypt(place, key, record.bytes)),
        );
        const document = {
          ...sale.document,
          sold_at: `\u0001date ${new Date(Math.random() * 1e12).toISOString()}`,
        };
        const text = JSON.stringify({ ...sale, document, status: 'waiting', tries: 0, triedAt: null });
        return { ...record, bytes: await crypto.subtle.encrypt(place, key, new TextEncoder().encode(text)) };
      }),
    );
    const writing = database.transaction('queue', 'readwrite');
    for (const [at, record] of changed.entries()) writing.objectStore('queue').put(record, names[at]);
    await new Promise(resolve => {
      writing.oncomplete = resolve;
    });
    database.close();
  });
