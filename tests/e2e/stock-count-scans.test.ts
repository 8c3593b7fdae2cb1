import { beforeAll, expect, test } from 'vitest';
import { useShop } from '../support/browser';
import { someCounting } from '../support/stocktakes';
import { someProduct } from '../support/products';
import { scan as scanAtOnce } from '../support/till-keyboard';

const shop = useShop();
let on: Awaited<ReturnType<typeof someCounting>>;
let tea: number;
let cup: number;
let plate: number;
beforeAll(async () => {
  on = await someCounting(shop());
  tea = await someProduct(shop().db, { name: 'Brown teapot', sku: 'TEA-1' });
  cup = await someProduct(shop().db, { name: 'Green cup', sku: 'CUP-1' });
  plate = await someProduct(shop().db, { name: 'White plate', sku: 'PLATE-1' });
});

test('R12 scans that wait for an answer are not left without a question, and each refusal stays to be read', async () => {
  const { reply } = await on.start([tea, cup]);
  const page = await shop().openAs(['admin'], `/stock/counts/${reply.id}`);
  await page.getByLabel('Scan or type a product').and(page.locator(':focus')).waitFor();
  const count = '**/api/stock/counts/*/count';
  await page.route(count, route => route.abort('connectionreset'));
  await scanAtOnce(page, 'TEA-1');
  await page.getByText('Brown teapot: not confirmed yet.', { exact: false }).waitFor();
  const found = page.waitForResponse(/products\/search\?.*CUP-1/);
  await scanAtOnce(page, 'CUP-1');
  await (await found).finished();
  const asked = page.waitForEvent('dialog');
  const closed = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closed;
  await page.unroute(count);
  await page.getByText('Green cup: 1 counted.').waitFor();
  await page.getByText('2 of 2 counted').first().waitFor();
  await on.cancel(reply.id);
  for (const code of ['TEA-1', 'CUP-1']) await scanAtOnce(page, code);
  await page
    .locator('.count-answer')
    .getByText(/^Green cup: .+ is already cancelled/)
    .waitFor();
  const failed = page.getByRole('list', { name: 'Not counted' });
  await failed.getByText(/^Brown teapot: .+ is already cancelled/).waitFor();
  await page.getByRole('button', { name: 'Clear messages' }).click();
  await failed.waitFor({ state: 'detached' });
});

test('a code typed by hand is counted although its answer comes once the list looks for the next', async () => {
  const { reply } = await on.start([cup, plate]);
  const page = await shop().openAs(['admin'], `/stock/counts/${reply.id}`);
  await page.getByLabel('Scan or type a product').and(page.locator(':focus')).waitFor();
  let answer = () => undefined as void;
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route(/products\/search\?.*CUP-1/, async route => {
    await held;
    await route.continue();
  });
  // Slowly enough for the list to be asked for.
  const asked = page.waitForRequest(/products\/search\?.*CUP-1/);
  await page.keyboard.type('CUP-1');
  await asked;
  await page.keyboard.press('Enter');
  // The list has gone on to another text.
  const next = page.waitForRequest(/products\/search\?.*PLATE-1/);
  await page.keyboard.type('PLATE-1');
  await next;
  answer();
  await page.keyboard.press('Enter');
  await page.getByText('2 of 2 counted').first().waitFor();
  // A code that is none stays to be read while others are scanned.
  await scanAtOnce(page, 'NO-SUCH');
  await page.getByText('No product has the code NO-SUCH.').waitFor();
  await scanAtOnce(page, 'PLATE-1');
  await page.getByText('White plate: 2 counted.').waitFor();
  const missed = page.getByRole('list', { name: 'Not counted' });
  expect(await missed.innerText()).toBe('No product has the code NO-SUCH.');
  // So does part of a code that was scanned over, until its product is chosen. Enter comes before the list.
  let list = () => undefined as void;
  const listed = new Promise<void>(resolve => {
    list = resolve;
  });
  await page.route(/products\/search\?.*PLAT(?!E)/, async route => {
    await listed;
    await route.continue();
  });
  await scanAtOnce(page, 'PLAT');
  await expect.poll(() => page.getByLabel('Scan or type a product').inputValue()).toBe('');
  list();
  await page.getByText('No product has the code PLAT. Choose one from the list.').waitFor();
  await page.getByRole('option', { name: /White plate/ }).waitFor();
  await page.getByLabel('Scan or type a product').fill('PLATE-1');
  await page.keyboard.press('Enter');
  await page.getByText('White plate: 3 counted.').waitFor();
  await missed.getByText('No product has the code PLAT.').waitFor();
  await page.keyboard.type('PLAT');
  await page.getByRole('option', { name: /White plate/ }).click();
  await page.getByText('White plate: 4 counted.').waitFor();
  expect(await missed.innerText()).toBe('No product has the code NO-SUCH.');
  await on.cancel(reply.id);
});

test('products whose quantity is asked for are asked about one after the other, also when their answers come together', async () => {
  const { reply } = await on.start([cup, plate]);
  const page = await shop().openAs(['admin'], `/stock/counts/${reply.id}`);
  await page.getByLabel('Scan or type a product').and(page.locator(':focus')).waitFor();
  await page.getByLabel('Ask for the quantity after each scan').check();
  let answer = () => undefined as void;
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route(/products\/search\?/, async route => {
    await held;
    await route.continue();
  });
  for (const code of ['CUP-1', 'PLATE-1']) await scanAtOnce(page, code);
  answer();
  // Each prompt has the focus as it opens.
  for (const times of [1, 2]) {
    const prompt = page.getByLabel(/^How many of (?:Green cup|White plate)$/).and(page.locator(':focus'));
    await prompt.waitFor();
    await page.keyboard.type(`${times * 3}`);
    await page.keyboard.press('Enter');
    await page.getByText(`${times} of 2 counted`).first().waitFor();
  }
  await on.cancel(reply.id);
});
