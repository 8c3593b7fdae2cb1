import { beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { scan as scanAtOnce } from '../support/till-keyboard';
import { someCounting } from '../support/stocktakes';
import { someProduct } from '../support/products';
import { noticed } from '../support/notices';
import { settled } from '../support/settled';

const shop = useShop();
let on: Awaited<ReturnType<typeof someCounting>>;
const ids: Record<string, number> = {};
beforeAll(async () => {
  on = await someCounting(shop());
  for (const [name, sku] of [
    ['Brown teapot', 'TEA-1'],
    ['Green cup', 'CUP-1'],
    ['White plate', 'PLATE-1'],
  ] as const) {
    const barcodes = sku === 'CUP-1' ? [{ code: 'BOX-OF-6', factor: 6000 as never }] : [];
    ids[name] = await tenOf({ name, sku, barcodes });
  }
});

/** A product with ten in stock, worth £25.00. */
async function tenOf(product: Parameters<typeof someProduct>[1]): Promise<number> {
  const product_id = await someProduct(shop().db, product);
  const lines = [{ product_id, quantity: '10', value: '25.00' }];
  await on.keeper.call(stockAdjustments.create, { body: { reason: 'found', lines } });
  return product_id;
}
const shot = async (page: Awaited<ReturnType<ReturnType<typeof shop>['open']>>, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

test('I8 on a phone: counted by scanning and typing by keyboard alone, reviewed, and posted after one confirmation', async () => {
  const page = await shop().openAs(['admin'], '/stock/counts/create', { width: 390 });
  await page.getByText('3 products to count.').waitFor();
  await page.getByLabel('Note').fill('Year end');
  await shot(page, 'create-390');
  await page.keyboard.press('Control+Enter');
  await page.getByText('0 of 3 counted').first().waitFor();
  // The field has focus: a scanner types and presses Enter faster than replies arrive.
  const scan = page.getByLabel('Scan or type a product');
  await expect.poll(() => scan.evaluate(node => node === document.activeElement)).toBe(true);
  // What is no longer sold is still on the shelf.
  await shop()
    .db.updateTable('products')
    .set({ status: 'inactive' })
    .where('id', '=', ids['White plate'] ?? 0)
    .execute();
  for (const code of ['BOX-OF-6', 'CUP-1', 'CUP-1', 'PLATE-1']) await page.keyboard.type(`${code}\n`);
  await page.getByText('White plate: 1 counted.').waitFor();
  await expect.poll(() => page.getByLabel('Counted: Green cup').inputValue()).toBe('8');
  await page.keyboard.type('NO-SUCH\n');
  await page.getByText('No product has the code NO-SUCH.').waitFor();
  // Part of a name is only suggested, not counted, and the next scan replaces it.
  // All at once: Enter comes before the list, however busy the machine is.
  await scanAtOnce(page, 'plat');
  await page.getByText('No product has the code plat. Choose one from the list.').waitFor();
  await page.getByRole('option', { name: /White plate/ }).waitFor();
  await page.keyboard.type('PLATE-1\n');
  await page.getByText('White plate: 2 counted.').waitFor();
  await page.getByText('2 of 3 counted').first().waitFor();
  // Enter moves down the sheet to the next product, and from the last one back to the scan field.
  await page.getByLabel('Counted: Brown teapot').fill('11');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await page.getByText('3 of 3 counted').first().waitFor();
  // As expected now, no longer eight short.
  await page.locator('.count-line', { hasText: 'White plate' }).locator('.count-done').waitFor();
  await expect.poll(() => scan.evaluate(node => node === document.activeElement)).toBe(true);
  await shot(page, 'count-390');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Review' }).press('Enter');
  await page.getByRole('cell', { name: '−£5.00' }).waitFor();
  await expect
    .poll(() => page.getByLabel('Views').locator('[aria-current]').allInnerTexts())
    .toEqual(['Review']);
  await shot(page, 'review-390');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Post' }).press('Enter');
  await page.getByText('Post 2 variances worth −£2.50?').waitFor();
  // The dialog takes the focus only after it is shown.
  await page.locator('.count-question:focus').waitFor();
  await shot(page, 'post-390');
  await page.keyboard.press('Control+Enter');
  await noticed(page, /^COUNT-\d+ posted\.$/);
  await page.getByRole('link', { name: /^Journal \d+/ }).waitFor();
  await shot(page, 'posted-390');
  expect((await on.held(ids['Green cup'] ?? 0))[0]).toBe(8000);
});

test('I8 A13 a posted stocktake is reversed from its More menu, and the two are linked', async () => {
  const cup = ids['Green cup'] ?? 0;
  const before = await on.held(cup);
  const { reply } = await on.start([cup]);
  const { number } = reply;
  await on.count(reply.id, cup, '5');
  const { reply: open } = await on.start([ids['Brown teapot'] ?? 0]);
  const page = await shop().openAs(['admin'], `/stock/counts/${reply.id}`);
  await page.getByRole('button', { name: /^More/ }).click();
  const entry = page.getByRole('menuitem', { name: /^Reverse the stocktake/ });
  await entry.getByText(`${number} has not been posted, so there is nothing to reverse.`).waitFor();
  expect((await on.post(reply.id)).status).toBe(200);
  await page.reload();
  await page.getByRole('button', { name: /^More/ }).click();
  await entry.click();
  const dialog = page.getByRole('dialog', { name: `Reverse ${number}` });
  await dialog.getByText('This undoes its changes to stock and value.').waitFor();
  await shot(page, 'reverse-1440');
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
  await dialog.getByText('Reason is required.').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('The other half was in the cellar');
  await page.keyboard.press('Control+Enter');
  await noticed(page, new RegExp(`^${number} reversed by ADJ-\\d+\\.$`));
  await page.locator('.count-badges').getByText('Reversed').waitFor();
  expect(await on.held(cup)).toEqual(before);
  await shot(page, 'reversed-1440');
  await page.getByRole('link', { name: /^ADJ-\d+$/ }).click();
  await page.getByText(`Reversal of ${number}: The other half was in the cellar`).first().waitFor();
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: /^More/ }).click();
  await entry.getByText(new RegExp(`^${number} has already been reversed, by ADJ-\\d+\\.$`)).waitFor();
  await page.keyboard.press('Escape');
  // In the list it can be found by its status.
  await page.goto(`${shop().address}/stock/counts?status=reversed`);
  await page.getByRole('link', { name: number }).waitFor();
  expect(await page.getByRole('link', { name: open.number }).count()).toBe(0);
  await shot(page, 'list-reversed-1440');
  await on.cancel(open.id);
});

test('F12 a count that another user entered meanwhile is named, and replaced only when the count is entered again', async () => {
  const product = ids['Brown teapot'] ?? 0;
  const { reply } = await on.start([product]);
  const page = await shop().openAs(['admin'], `/stock/counts/${reply.id}`);
  const field = page.getByLabel('Counted: Brown teapot');
  await field.fill('5');
  await on.count(reply.id, product, '7');
  await field.press('Enter');
  await page.getByText(/ has counted 7 of Brown teapot meanwhile\. Agree on one figure/).waitFor();
  await expect.poll(() => field.inputValue()).toBe('5');
  // Passing through the field decides nothing.
  await field.focus();
  await page.getByLabel('Scan or type a product').focus();
  expect((await on.linesOf(reply.id))[0]?.counted).toBe(7000);
  await field.press('Enter');
  await page.getByText(/Agree on one figure/).waitFor({ state: 'hidden' });
  expect((await on.linesOf(reply.id))[0]?.counted).toBe(5000);
  await on.cancel(reply.id);
});

test('F12 a scan that asks for the quantity shows what was counted, and adds to it or replaces it as chosen', async () => {
  const product = ids['Brown teapot'] ?? 0;
  const { reply } = await on.start([product]);
  const countedNow = async () => (await on.linesOf(reply.id))[0]?.counted;
  const page = await shop().openAs(['admin'], `/stock/counts/${reply.id}`);
  await page.getByLabel('Ask for the quantity after each scan').check();
  const asked = page.getByLabel('How many of Brown teapot');
  const answered = page.locator('.count-answer');
  await scanAtOnce(page, 'TEA-1');
  await asked.waitFor();
  expect(await page.getByText(/counted so far/).count()).toBe(0);
  // A colleague counts another shelf while the quantity is being typed.
  await on.count(reply.id, product, '7');
  await asked.fill('5');
  await asked.press('Enter');
  await answered.getByText('Brown teapot: 5 added, 12 counted.').waitFor();
  expect(await countedNow()).toBe(12_000);
  await scanAtOnce(page, 'TEA-1');
  await page.getByText('12 counted so far. Enter adds to it.').waitFor();
  await shot(page, 'ask-quantity-1440');
  expect(await seriousProblems(page)).toEqual([]);
  await asked.fill('9');
  await page.getByRole('button', { name: 'Replace 12' }).click();
  await answered.getByText('Brown teapot: 9 counted.').waitFor();
  expect(await countedNow()).toBe(9000);
  // What a colleague counted after it was shown is named, and stays.
  await scanAtOnce(page, 'TEA-1');
  await page.getByText('9 counted so far').waitFor();
  await settled(page);
  await asked.fill('2');
  await on.count(reply.id, product, '4', 'add');
  await page.getByRole('button', { name: 'Replace 9' }).click();
  await answered.getByText(/ has counted 13 of Brown teapot meanwhile\. Agree on one figure/).waitFor();
  expect(await countedNow()).toBe(13_000);
  await on.cancel(reply.id);
});

test('a blind count shows its counter no figures; its reviewer decides on uncounted products', async () => {
  const vase = await tenOf({ name: 'Glass vase' });
  const others = [await tenOf({ name: 'Blue jug' }), await tenOf({ name: 'Red bowl' })];
  const { reply } = await on.start([vase, ...others], { is_blind: true });
  const path = `/stock/counts/${reply.id}`;
  const page = await shop().openAs(['view_stock', 'adjust_stock'], path);
  await page.getByLabel('Counted: Glass vase').fill('9');
  await page.keyboard.press('Enter');
  await page.getByText('1 of 3 counted').first().waitFor();
  expect(await page.getByText(/On hand|Expected|\d short|£/).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Review' }).count()).toBe(0);
  await shot(page, 'blind-1440');
  const reviewer = await shop().openAs(['view_stock', 'review_stock_count', 'view_cost'], path);
  await reviewer.getByRole('cell', { name: '−£2.50' }).waitFor();
  await shot(reviewer, 'review-1440');
  expect(await seriousProblems(reviewer)).toEqual([]);
  await reviewer.getByRole('button', { name: 'Post' }).click();
  await reviewer.getByText('Post 1 variance worth −£2.50?').waitFor();
  await reviewer.getByLabel(/Set the 2 uncounted products to zero/).check();
  await reviewer.getByText('Post 3 variances worth −£52.50?').waitFor();
  await shot(reviewer, 'post-1440');
  // Another user counts meanwhile, so what was reviewed is no longer what would be posted.
  await on.recount(reply.id, vase, '10', '9');
  await reviewer.getByRole('button', { name: 'Post stocktake' }).click();
  await reviewer.getByText(/This stocktake has changed/).waitFor();
  // The question shows what it would post now, before it can be posted.
  await reviewer.getByText('Post 2 variances worth −£50.00?').waitFor();
  await on.count(reply.id, vase, '4');
  await reviewer.getByRole('button', { name: 'Post stocktake' }).click();
  await reviewer.getByText('Post 3 variances worth −£65.00?').waitFor();
  expect((await on.shown(reply.id)).status).toBe('counting');
  await reviewer.getByRole('button', { name: 'Post stocktake' }).click();
  await reviewer.getByText(`${reply.number} posted.`).waitFor();
  expect((await on.shown(reply.id)).review).toMatchObject({ differences: 3, value: -6500 });
});

test('F06 a count that was refused, and what was typed on other pages, is not left without a question', async () => {
  const product = ids['White plate'] ?? 0;
  const { reply } = await on.start([product]);
  const page = await shop().openAs(['admin'], `/stock/counts/${reply.id}`);
  const field = page.getByLabel('Counted: White plate');
  await field.fill('5');
  await on.count(reply.id, product, '7');
  await field.press('Enter');
  await page.getByText(/ has counted 7 of White plate meanwhile/).waitFor();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Back to list' }).click();
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => field.inputValue()).toBe('5');
  await field.press('Escape');
  await page.getByRole('link', { name: 'Back to list' }).click();
  await page.waitForURL(/\/stock\/counts$/);
  await on.cancel(reply.id);
});

test('D6 a stocktake of an earlier day says before it is posted that this needs permission to backdate', async () => {
  const earlier = addDays(londonDate(new Date()), -2);
  const product = ids['Brown teapot'] ?? 0;
  const { reply } = await on.start([product], { business_date: earlier });
  await on.count(reply.id, product, '1');
  const path = `/stock/counts/${reply.id}`;
  const reviewer = await shop().openAs(['view_stock', 'review_stock_count'], path);
  const said = /and you do not have permission to backdate\. Ask someone who counts to change its date/;
  const post = reviewer.getByRole('button', { name: 'Post' });
  await post.focus();
  await expect.poll(() => post.getAttribute('aria-disabled')).toBe('true');
  await reviewer.getByText(said).first().waitFor();
  const keeper = await shop().openAs(['view_stock', 'review_stock_count', 'adjust_stock', 'backdate'], path);
  await keeper.getByRole('button', { name: 'Post' }).click();
  await keeper.getByLabel('Reason for backdating').waitFor();
  await on.cancel(reply.id);
});

test('the list and the forms are accessible, and link to the stocktakes', async () => {
  await shop().db.updateTable('products').set({ status: 'active' }).execute();
  const { reply } = await on.start([ids['Brown teapot'] ?? 0], { note: 'Shelf 4' });
  for (const width of [1440, 390]) {
    const page = await shop().openAs(['admin'], '/stock/counts', { width });
    await page.getByRole('link', { name: reply.number }).waitFor();
    await shot(page, `list-${width}`);
    expect(await seriousProblems(page)).toEqual([]);
    await page.goto(`${shop().address}/stock/counts/create`);
    await page.getByLabel('Scope').selectOption('products');
    await page.getByLabel('Add a product').fill('plate');
    await page.getByRole('option', { name: /White plate/ }).click();
    await page.getByText('1 product to count.').waitFor();
    if (width === 390) expect(await seriousProblems(page)).toEqual([]);
    await shot(page, `create-products-${width}`);
  }
});
