import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expenses } from '#domain/expenses/expense.contract';
import { journals } from '#domain/journals/journal.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { stored } from '../support/drafts';
import { expenseShop } from '../support/expenses';
import { fitsWindow } from '../support/fits-window';
import { loseAnswers } from '../support/lose-answers';
import { paste, pasteInto, range } from '../support/paste';
import { someProduct } from '../support/products';
import type { Caller } from '../support/test-app';

const shop = useShop();
let admin: Caller;
beforeAll(async () => {
  admin = await shop().as('admin');
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const narrative = (page: Page) => page.getByLabel('Narrative');
const totals = async (page: Page) =>
  (await page.getByLabel('Totals').innerText()).replaceAll(/\s+/g, ' ').trim();
const note = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

/** Watches the lines; the function returns the names of those that have changed since. */
async function watchLines(page: Page, list: string): Promise<() => Promise<string[]>> {
  await page.getByRole('group', { name: list }).evaluate(node => {
    const changed = new Set<string>();
    Object.assign(window, { changed });
    new MutationObserver(changes => {
      for (const { target } of changes) {
        const line = (target instanceof Element ? target : target.parentElement)?.closest(
          '[role="group"][aria-label^="Line "]',
        );
        changed.add(line?.getAttribute('aria-label') ?? 'the list');
      }
    }).observe(node, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { changed: Set<string> }).changed]);
}

describe('a manual journal is kept in the browser until it is posted', () => {
  test('F11 F19 rows of a spreadsheet fill its lines, what was typed survives a reload, and posting forgets it', async () => {
    const page = await shop().openAs(['admin'], '/journals/create');
    await narrative(page).fill('Wages of October');
    const rows = [
      ['6900', 'Wages', '£1,200.00', '-'],
      ['1020 Bank', 'Net pay', '0.00', '1000'],
      ['Nowhere', 'Tax', '', '250.00'],
    ];
    // The second line exists; the third is added.
    expect(await paste(page, 'Account of line 1', range(rows))).toBe(false);
    await note(page, '3 rows pasted. Choose the account of 1 line: it was not found.');
    await expect.poll(() => field(page, 'Account of line 2').inputValue()).toBe('1020');
    expect(await field(page, 'Credit of line 1').inputValue()).toBe('');
    expect(await totals(page)).toBe('Debits £1,200.00 Credits £1,250.00 Difference £50.00');
    expect(await seriousProblems(page)).toEqual([]);

    await field(page, 'Account of line 3').selectOption('3000');
    const changed = await watchLines(page, 'Journal lines');
    await field(page, 'Credit of line 3').fill('200');
    await expect.poll(() => totals(page)).toBe('Debits £1,200.00 Credits £1,200.00 Difference £0.00');
    expect(await changed()).toEqual(['Line 3']);
    await stored(page, '"credit":"200"');

    await page.reload();
    await note(page, 'Your unsaved changes from');
    await expect.poll(() => narrative(page).inputValue()).toBe('Wages of October');
    await expect.poll(() => totals(page)).toBe('Debits £1,200.00 Credits £1,200.00 Difference £0.00');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.waitForURL(/\/journals\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    const { lines } = (await admin.call(journals.get, { params: { id } })).reply;
    expect(lines.map(line => [line.account.code, line.description, line.debit, line.credit])).toEqual([
      ['6900', 'Wages', 120_000, 0],
      ['1020', 'Net pay', 0, 100_000],
      ['3000', 'Tax', 0, 20_000],
    ]);

    await page.goto(`${shop().address}/journals/create`);
    await narrative(page).waitFor();
    expect(await narrative(page).inputValue()).toBe('');
    expect(await page.getByText('Your unsaved changes from').count()).toBe(0);
  });

  test('F19 changes that were restored can be discarded, and a removed line takes its errors with it', async () => {
    const page = await shop().openAs(['admin'], '/journals/create', { width: 390 });
    await page.getByRole('button', { name: 'Add line' }).click();
    await field(page, 'Account of line 3').and(page.locator(':focus')).waitFor();
    // The totals never cover the field with the focus.
    await expect
      .poll(() =>
        page.evaluate(() => {
          const focused = document.activeElement?.getBoundingClientRect();
          const foot = document.querySelector('.document-foot')?.getBoundingClientRect();
          return !!focused && !!foot && focused.top >= 0 && focused.bottom <= foot.top;
        }),
      )
      .toBe(true);
    await field(page, 'Debit of line 2').fill('x');
    await field(page, 'Debit of line 3').fill('y');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    const wrong = () =>
      page
        .locator('input[aria-invalid="true"][aria-label^="Debit"]')
        .evaluateAll(inputs => inputs.map(input => input.getAttribute('aria-label')));
    await expect.poll(wrong).toEqual(['Debit of line 1', 'Debit of line 2', 'Debit of line 3']);
    await page.getByRole('button', { name: 'Remove line 2', exact: true }).click();
    await expect.poll(wrong).toEqual(['Debit of line 1', 'Debit of line 2']);
    await stored(page, '"debit":"y"');
    await page.reload();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => field(page, 'Debit of line 2').inputValue()).toBe('');
    await fitsWindow(page);
  });
});

const journalOfTwoLines = [
  [1, '1020', 'Debit'],
  [2, '3000', 'Credit'],
] as const;

/** Fills in a journal of £12.34, and posts it without an answer. */
async function postedIntoTheDark(page: Page, words: string): Promise<void> {
  await narrative(page).fill(words);
  for (const [line, account, side] of journalOfTwoLines) {
    await field(page, `Account of line ${line}`).selectOption(account);
    await field(page, `${side} of line ${line}`).fill('12.34');
  }
  await stored(page, '"credit":"12.34"');
  const { stop } = await loseAnswers(page, /\/api\/journals$/);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByText('No answer came. It may have been saved.').waitFor();
  stop();
}

test('R12 a journal that was sent before the browser closed is posted once', async () => {
  const page = await shop().openAs(['admin'], '/journals/create');
  await postedIntoTheDark(page, 'Sent into the dark');
  await page.reload();
  await note(page, 'Your unsaved changes from');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.waitForURL(/\/journals\/\d+$/);
  const { data } = (await admin.call(journals.list, { query: { search: 'Sent into the dark' } })).reply;
  expect(data.length).toBe(1);
});

test('R12 a journal that is changed after its answer was lost says how to go on, and another can be entered', async () => {
  const page = await shop().openAs(['admin'], '/journals/create');
  await postedIntoTheDark(page, 'Dark and done');
  await narrative(page).fill('Dark and changed');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page
    .getByText('Look for it in the list before you enter another. To start again, reload this page')
    .waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => narrative(page).inputValue()).toBe('');
  await narrative(page).fill('Dark and new');
  for (const [line, account, side] of journalOfTwoLines) {
    await field(page, `Account of line ${line}`).selectOption(account);
    await field(page, `${side} of line ${line}`).fill('5.00');
  }
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.waitForURL(/\/journals\/\d+$/);
  const { data } = (await admin.call(journals.list, { query: { search: 'Dark and' } })).reply;
  expect(data.map(row => row.narrative).toSorted()).toEqual(['Dark and done', 'Dark and new']);
});

test('F11 F19 rows of a spreadsheet fill a stock adjustment, which is kept in the browser until it is posted', async () => {
  const jug = await someProduct(shop().db, { name: 'Stoneware jug', sku: 'JUG-1' });
  const dish = await someProduct(shop().db, { name: 'Butter dish', sku: 'DISH-1' });
  await admin.call(stockAdjustments.create, {
    body: {
      reason: 'found',
      lines: [
        { product_id: jug, quantity: '9', value: '18.00' },
        { product_id: dish, quantity: '9', value: '27.00' },
      ],
    },
  });
  const page = await shop().openAs(['admin'], '/stock/adjustments/create');
  await field(page, 'Product of line 1').waitFor();
  const rows = [
    ['jug-1', '−3'],
    ['Butter  Dish', '2'],
    ['Unheard of', '1'],
  ];
  expect(await paste(page, 'Product of line 1', range(rows))).toBe(false);
  await note(page, '3 rows pasted. Choose the product of 1 line: it was not found.');
  await expect.poll(() => field(page, 'Product of line 2').inputValue()).toBe('Butter dish');
  await expect.poll(() => field(page, 'Quantity of line 1').inputValue()).toBe('3');
  expect(await totals(page)).toBe('Products 2');
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove line 3' }).click();
  const changed = await watchLines(page, 'Products adjusted');
  await field(page, 'Quantity of line 2').fill('4');
  await stored(page, '"quantity":"4"');
  expect(await changed()).toEqual(['Line 2']);

  await page.reload();
  await note(page, 'Your unsaved changes from');
  // The first product has the focus, however many lines are restored.
  await field(page, 'Product of line 1').and(page.locator(':focus')).waitFor();
  await field(page, 'Quantity of line 2').press('Control+Enter');
  await page.waitForURL(/\/stock\/adjustments\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  const { lines } = (await admin.call(stockAdjustments.get, { params: { id } })).reply;
  expect(lines.map(line => [line.product.sku, line.quantity])).toEqual([
    ['JUG-1', -3000],
    ['DISH-1', -4000],
  ]);
});

describe('an expense', () => {
  let office: Awaited<ReturnType<typeof expenseShop>>;
  beforeAll(async () => {
    office = await expenseShop(shop());
  });
  const lineOf = (page: Page, line: number) => page.getByRole('group', { name: `Line ${line}`, exact: true });

  test('F11 F19 takes rows of a spreadsheet, is kept in the browser until it is saved, and a key renders one line', async () => {
    const page = await shop().openAs(['admin'], '/expenses/create');
    await page.getByLabel('Purpose').fill('Trip to the trade fair');
    await page.getByLabel('Settlement').selectOption('to_pay');
    const rows = [
      ['travel', 'Train', '£120.00', 'Z'],
      ['Stationery', 'Badges', '24', '20%', '4.00'],
      ['Lodging', 'Hotel', '90.00', 'E'],
    ];
    // However slowly its categories are read.
    expect(await pasteInto(lineOf(page, 1).getByLabel('Category'), range(rows))).toBe(false);
    await note(page, '3 rows pasted. Choose the category of 1 line: it was not found.');
    await expect.poll(() => totals(page)).toBe('Net £230.00 VAT £4.00 Gross £234.00');
    expect(await seriousProblems(page)).toEqual([]);
    await lineOf(page, 3).getByLabel('Category').selectOption({ label: 'Travel' });
    const changed = await watchLines(page, 'Expense lines');
    await lineOf(page, 2).getByLabel('Gross').fill('36');
    // The VAT follows, because it was what the gross comes to.
    await expect.poll(() => totals(page)).toBe('Net £240.00 VAT £6.00 Gross £246.00');
    expect(await changed()).toEqual(['Line 2']);
    await stored(page, '"gross":"36"');
    await page.reload();
    await note(page, 'Your unsaved changes from');
    await expect.poll(() => totals(page)).toBe('Net £240.00 VAT £6.00 Gross £246.00');
    await page.getByLabel('Submit now').uncheck();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/expenses\/\d+$/);
    const id = Number(page.url().split('/').at(-1));
    const { lines } = (await admin.call(expenses.get, { params: { id } })).reply;
    expect(lines.map(line => [line.category.name, line.description, line.gross, line.vat])).toEqual([
      ['Travel', 'Train', 12_000, 0],
      ['Stationery', 'Badges', 3600, 600],
      ['Travel', 'Hotel', 9000, 0],
    ]);
  });

  test('F12 that two users edit merges their lines, and asks about a line that both changed', async () => {
    const line = (description: string, gross: string) => office.line({ description, gross, vat_code: 'E' });
    const lines = [line('Train', '10.00'), line('Taxi', '20.00'), line('Meals', '30.00')];
    const { reply: draft } = await office.draft({ lines });
    const page = await shop().openAs(['admin'], `/expenses/edit/${draft.id}`);
    await lineOf(page, 1).getByLabel('Gross').fill('11');
    await lineOf(page, 2).getByLabel('Gross').fill('21');
    const [train, taxi, meals] = draft.lines.map(({ id }) => id);
    const edited = await office.clerk.call(expenses.update, {
      params: { id: draft.id },
      body: {
        ...office.body({ description: draft.description }),
        lines: [
          { ...line('Train', '10.00'), id: train },
          { ...line('Taxi', '22.00'), id: taxi },
          { ...line('Meals', '33.00'), id: meals },
        ],
      },
    });
    expect(edited.status).toBe(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Lines changed by the other person and now shown here: Meals.').waitFor();
    await page.getByRole('radiogroup', { name: 'Line 2: Taxi' }).getByLabel('Yours: Gross £21').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(`**/expenses/${draft.id}`);
    const { reply } = await office.clerk.call(expenses.get, { params: { id: draft.id } });
    expect(reply.lines.map(({ id, gross }) => [id, gross])).toEqual([
      [train, 1100],
      [taxi, 2100],
      [meals, 3300],
    ]);
  });
});
