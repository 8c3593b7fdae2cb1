import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { toPence } from '#domain/kernel/money';
import type { Permission } from '#domain/kernel/permissions';
import { wholeUnits } from '#domain/kernel/quantity';
import { pins } from '#domain/tills/cashier.contract';
import { maxHesitationMs } from '../../web/platform/scanner';
import { hashPassword } from '../../server/features/session/passwords/passwords';
import type { Database } from '../../server/platform/database/open-database';
import { stockedProduct } from './shop';
import type { TestApp } from './test-app';

/** Presses keys by name; quoted text is typed letter by letter. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys)
    await (key.startsWith('"')
      ? page.keyboard.type(key.slice(1, -1), { delay: 45 })
      : page.keyboard.press(key));
}

const between = 4;

/**
 * A scanner: the whole code and Enter within milliseconds, without waiting for the page in between. Each key event has
 * the time of a real one, so that a busy machine cannot make the code look like typing. After something typed it begins
 * some time later, as no one presses a key and pulls the trigger at once.
 */
export async function scan(
  page: Page,
  code: string,
  { afterTyping = false }: { afterTyping?: boolean } = {},
): Promise<void> {
  const scanner = await page.context().newCDPSession(page);
  const keys = [...Array.from(code), 'Enter'];
  const started = Date.now() + (afterTyping ? 2 * maxHesitationMs : 0);
  await Promise.all(
    keys.flatMap((key, nth) => {
      const stroke = { key, timestamp: (started + nth * between) / 1000 };
      return [
        scanner.send('Input.dispatchKeyEvent', {
          ...stroke,
          type: 'keyDown',
          text: key === 'Enter' ? '\r' : key,
        }),
        scanner.send('Input.dispatchKeyEvent', { ...stroke, type: 'keyUp' }),
      ];
    }),
  );
  await scanner.detach();
}

/** What the till has stored on the device under a name, decrypted with the key of the device. */
export const storedOnTill = <T>(page: Page, name: string): Promise<T | undefined> =>
  page.evaluate(async key => {
    const answered = <R>(request: IDBRequest<R>) =>
      new Promise<R>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const database = await answered(indexedDB.open('counterfoil-till'));
    const ask = (store: string, at: string) =>
      answered(database.transaction(store).objectStore(store).get(at));
    const [own, record] = await Promise.all([ask('key', 'device'), ask('kept', key)]);
    database.close();
    if (!own || !record) return undefined;
    const additionalData = new TextEncoder().encode(`kept ${key}`);
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: record.nonce, additionalData },
      own.key,
      record.bytes,
    );
    return JSON.parse(new TextDecoder().decode(text));
  }, name) as Promise<T | undefined>;

async function someCategory(db: Database, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into categories (name, created_at, updated_at) values (${name}, now(), now()) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}

const barcode = (code: string, units = 1) => ({ code, factor: wholeUnits(units) });
const others = [
  ['Ground coffee, 500 g', 'COF-500', 695],
  ['Apple juice, 1 l', 'JUI-1', 165],
  ['Sparkling water, 6 × 500 ml', 'WAT-6', 320],
  ['Elderflower cordial', 'COR-E', 450],
] as const;

/** A few products with barcodes and stock, in two categories. */
export async function stockedShelf(db: Database) {
  const drinks = await someCategory(db, 'Drinks');
  const treats = await someCategory(db, 'Biscuits and chocolate');
  for (const [name, sku, pence] of others)
    await stockedProduct(db, { name, sku, price: toPence(pence), category_id: drinks });
  return {
    tea: await stockedProduct(db, {
      name: 'Breakfast tea, 80 bags',
      sku: 'TEA-80',
      price: toPence(240),
      barcodes: [barcode('5010000000017'), barcode('CASE-TEA', 12)],
      pieces: '200',
      category_id: drinks,
    }),
    biscuits: await stockedProduct(db, {
      name: 'Oat biscuits',
      sku: 'OAT-1',
      price: toPence(180),
      barcodes: [barcode('5010000000024')],
      category_id: treats,
    }),
    chocolate: await stockedProduct(db, {
      name: 'Chocolate, dark',
      sku: 'CHOC-D',
      price: toPence(310),
      category_id: treats,
    }),
  };
}

/** A user with exactly these permissions and a PIN, beside the till. */
export async function approverAtTill(
  app: TestApp,
  name: string,
  pin: string,
  ...rights: Permission[]
): Promise<Awaited<ReturnType<TestApp['as']>>> {
  const who = await app.as(...rights);
  const password = 'seven green bottles';
  const hash = await hashPassword(password);
  await sql`update users set name = ${name}, password_hash = ${hash} where id = ${who.userId}`.execute(
    app.db,
  );
  await who.call(pins.set, { body: { current_password: password, pin } });
  return who;
}

/** Screenshots for review, in both colour schemes, at desktop, touch-screen and phone size. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  const was = page.viewportSize() ?? { width: 1440, height: 900 };
  const device = await page.context().newCDPSession(page);
  for (const colours of ['light', 'dark'])
    for (const width of [1440, 1024, 390]) {
      if (colours === 'dark' && width === 1024) continue;
      await page.setViewportSize({ width, height: width === 1024 ? 768 : 844 });
      await device.send('Emulation.setTouchEmulationEnabled', { enabled: width < 1440 });
      await page.evaluate(
        mode => document.documentElement.setAttribute('data-mantine-color-scheme', mode),
        colours,
      );
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colours}.png` });
    }
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'));
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await device.detach();
  await page.setViewportSize(was);
}
