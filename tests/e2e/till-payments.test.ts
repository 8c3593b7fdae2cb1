import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import type { Permission } from '#domain/kernel/permissions';
import { wholeUnits } from '#domain/kernel/quantity';
import { paymentMethods } from '#domain/settings/payment-methods.contract';
import { tills } from '#domain/tills/till.contract';
import { seriousProblems } from '../support/accessible';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { press, scan, screenshot } from '../support/till-keyboard';
import { loseAnswers } from '../support/lose-answers';
import { methodsWith } from '../support/payment-rules';
import { answerQuestion } from '../support/questions';
import { customerWithCredit, stockedProduct } from '../support/shop';
import { settled } from '../support/settled';

const shop = useShop();
const lamp = '5070000000017';
const chair = '5070000000024';
const rights = ['view_pos', 'create_sale', 'refund_sale', 'view_customer', 'take_payment'] as const;

beforeAll(async () => {
  const product = { pieces: '500' };
  await stockedProduct(shop().db, {
    ...product,
    name: 'Desk lamp',
    sku: 'LAMP',
    price: toPence(4145),
    barcodes: [{ code: lamp, factor: wholeUnits(1) }],
  });
  await stockedProduct(shop().db, {
    ...product,
    name: 'Folding chair',
    sku: 'CHAIR',
    price: toPence(6000),
    barcodes: [{ code: chair, factor: wholeUnits(1) }],
  });
  const boss = await shop().as('admin');
  const body = await methodsWith(boss, method =>
    method === 'credit_card' ? { needs_reference: true } : undefined,
  );
  expect((await boss.call(paymentMethods.save, { body })).status).toBe(200);
  const keeper = await shop().as('view_pos', 'open_till');
  expect((await keeper.call(tills.open, { body: { register_id: 1, total: '100.00' } })).status).toBe(200);
});

const search = (page: Page) => page.getByRole('combobox', { name: 'Scan or search products' });
const total = (page: Page) => page.locator('.till-total dd');
const payDialog = (page: Page) => page.getByRole('dialog', { name: 'Pay' });
const soldDialog = (page: Page) => page.getByRole('dialog', { name: /Sold: INV-/ });
const enteredIn = (page: Page) =>
  page.getByRole('list', { name: 'Payments entered' }).getByRole('listitem').allTextContents();

async function atTheTill(...more: Permission[]): Promise<Page> {
  const page = await shop().openAs([...rights, ...more], '/sales/pos');
  await search(page).waitFor();
  return page;
}

async function scanned(page: Page, code: string, amount: string): Promise<void> {
  await scan(page, code);
  await expect.poll(() => total(page).textContent()).toBe(amount);
}

async function payFor(page: Page): Promise<void> {
  await press(page, 'F4');
  await payDialog(page).waitFor();
}

/** By its key, and with the reference that it asks for. */
async function byCard(page: Page, reference: string): Promise<void> {
  await press(page, 'd');
  await payDialog(page).getByText('Card needs a reference.').waitFor();
  await press(page, `"${reference}"`, 'Enter');
}

/** How the latest sale was paid. */
const lastPaid = async () => {
  const { rows } = await sql<{ paid: string }>`
    select string_agg(method || ' ' || applied_pence || ' ' || coalesce(reference, '-'), ', ' order by line_number) as paid
    from sale_tenders where sale_id = (select max(id) from sales)`.execute(shop().db);
  return rows[0]?.paid;
};

test('T6 M9 Enter in the reference pays by the method that asked for it, never in cash', async () => {
  const page = await atTheTill();
  await scanned(page, lamp, '£41.45');
  await payFor(page);
  await payDialog(page).getByRole('button', { name: /^Card/ }).click();
  await payDialog(page).getByText('Card needs a reference.').waitFor();
  const reference = payDialog(page).getByLabel('Reference');
  await expect.poll(() => reference.evaluate(node => node === document.activeElement)).toBe(true);
  await press(page, '"4821"', 'Enter');
  await soldDialog(page).waitFor();
  expect(await lastPaid()).toBe('credit_card 4145 4821');
  await press(page, 'Enter');

  // The rest of a split payment.
  await scanned(page, chair, '£60.00');
  await payFor(page);
  await press(page, 'Control+a', '"20"', 'Enter');
  await payDialog(page).getByText('Left to pay').waitFor();
  await byCard(page, '4822');
  await soldDialog(page).waitFor();
  expect(await lastPaid()).toBe('cash 2000 -, credit_card 4000 4822');
  await press(page, 'Enter');

  // Nobody chose a method yet.
  await scanned(page, lamp, '£41.45');
  await payFor(page);
  await settled(page);
  await reference.focus();
  await press(page, 'Enter', '"4823"', 'Enter');
  await payDialog(page).getByText('Choose the payment method that this reference belongs to.').waitFor();
  await payDialog(page).getByLabel('Amount').press('Enter');
  expect(await enteredIn(page)).toEqual([]);
  // Cash, chosen on purpose, takes no reference.
  await payDialog(page).getByRole('button', { name: 'Exact cash' }).click();
  await soldDialog(page).waitFor();
  expect(await lastPaid()).toBe('cash 4145 -');
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('T5 T6 Enter in the reference of a refund does not open the drawer', async () => {
  const page = await atTheTill();
  await scanned(page, chair, '£60.00');
  await payFor(page);
  await byCard(page, '4824');
  await soldDialog(page).waitFor();
  const number = /INV-\d+/.exec(
    (await soldDialog(page).getByRole('heading').first().textContent()) ?? '',
  )?.[0];
  await press(page, 'Enter');
  await soldDialog(page).waitFor({ state: 'detached' });
  await scan(page, number ?? '');
  const back = page.getByRole('dialog', { name: `Refund or exchange: ${number}` });
  await back.getByLabel('Quantity of Folding chair to return').fill('1');
  await back.getByRole('button', { name: 'Changed their mind' }).click();
  await back.getByRole('button', { name: 'Exchange for other goods' }).click();
  await scan(page, lamp);
  await page.getByRole('button', { name: /^Refund £18.55/ }).click();
  const refund = page.getByRole('dialog', { name: 'Refund', exact: true });
  await refund.getByLabel('Reference').waitFor();
  await settled(page);
  await refund.getByLabel('Reference').focus();
  await press(page, '"4824"', 'Enter');
  await refund.getByText('Choose the payment method that this reference belongs to.').waitFor();
  await refund.getByRole('button', { name: /^Card/ }).click();
  await soldDialog(page).waitFor();
  // £60.00 came back and £41.45 was bought.
  const done = soldDialog(page).getByRole('status').first();
  await expect.poll(() => done.textContent()).toBe('Refund£18.55£18.55 by card');
  await soldDialog(page).getByRole('button', { name: 'Show the refund slip' }).click();
  await soldDialog(page).getByText('Refunded: Card').waitFor();
  await soldDialog(page).getByRole('button', { name: 'Print refund slip' }).waitFor();
  const { rows } = await sql<{ paid: string }>`
    select method || ' ' || amount_pence || ' ' || coalesce(reference, '-') as paid from refund_tenders
    where method <> 'exchange' order by credit_note_id desc limit 1`.execute(shop().db);
  expect(rows[0]?.paid).toBe('credit_card 1855 4824');
});

test('M9 a payment taken in part is never forgotten: a touch beside the dialog, Escape, a reload', async () => {
  const page = await atTheTill();
  await scanned(page, chair, '£60.00');
  await payFor(page);
  await press(page, 'Control+a', '"20"');
  await byCard(page, '4825');
  await payDialog(page).getByText('Left to pay').waitFor();
  await page.mouse.click(5, 450);
  await expect.poll(() => payDialog(page).isVisible()).toBe(true);
  await press(page, 'Escape');
  const question = '£20.00 by card has been entered. Discard it?';
  await page.getByRole('dialog', { name: question }).waitFor();
  await screenshot(page, 'till-discard-payment');
  expect(await seriousProblems(page)).toEqual([]);
  await answerQuestion(page, question, 'Cancel');
  expect(await enteredIn(page)).toEqual(['Card 4825£20.00']);
  await page.reload();
  await search(page).waitFor();
  // Nothing can be paid before the restored lines have their prices.
  await expect.poll(() => total(page).textContent()).toBe('£60.00');
  await payFor(page);
  expect(await enteredIn(page)).toEqual(['Card 4825£20.00']);
  await press(page, 'Escape');
  await answerQuestion(page, question, 'Discard');
  await payDialog(page).waitFor({ state: 'detached' });
  await payFor(page);
  await payDialog(page).getByText('To pay').waitFor();
  expect(await enteredIn(page)).toEqual([]);
});

test('a return and a customer payment being entered are not lost by a touch beside them', async () => {
  await customerWithCredit(shop().db, null, 'Edie Marsh');
  const page = await atTheTill();
  await press(page, 'F3', '"edie"');
  await page.getByRole('option', { name: /Edie Marsh/ }).click();
  await press(page, 'Shift+F5');
  const taking = page.getByRole('dialog', { name: 'Wallet top-up for Edie Marsh' });
  await taking.getByLabel('Amount').fill('15');
  await page.mouse.click(5, 450);
  await expect.poll(() => taking.getByLabel('Amount').inputValue()).toBe('15.00');
  await press(page, 'Escape');
  await answerQuestion(page, 'Discard this payment?', 'Discard');
  await taking.waitFor({ state: 'detached' });
});

test('R12 a customer payment whose answer was lost is sent again as it was, and recorded once', async () => {
  const edie = await customerWithCredit(shop().db, null, 'Agnes Pole');
  const page = await atTheTill();
  await press(page, 'F3', '"agnes"');
  await page.getByRole('option', { name: /Agnes Pole/ }).click();
  const answers = await loseAnswers(page, /\/customer-payments$/);
  await press(page, 'Shift+F5');
  const taking = page.getByRole('dialog', { name: 'Wallet top-up for Agnes Pole' });
  await taking.getByLabel('Amount').fill('15');
  await taking.getByLabel('Paid by').selectOption('credit_card');
  await taking.getByLabel('Reference').fill('4826');
  // A reference typed for the card is not sent with cash.
  await taking.getByLabel('Paid by').selectOption('cash');
  await taking.getByRole('button', { name: 'Take £15.00' }).click();
  const doubt = 'this payment of £15.00 in cash may have been recorded';
  await taking.getByText(doubt).waitFor();
  await screenshot(page, 'till-payment-unanswered');
  expect(await seriousProblems(page)).toEqual([]);
  // Nothing else can be entered for them, not even after a reload.
  await page.reload();
  await search(page).waitFor();
  await press(page, 'Shift+F5');
  await taking.getByText(doubt).waitFor();
  answers.stop();
  await taking.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog', { name: /Received: RCT-/ }).waitFor();
  expect(answers.sent).toHaveLength(2);
  expect(answers.sent[1]).toBe(answers.sent[0]);
  const { rows } = await sql<{ taken: string }>`
    select amount_pence || ' ' || method || ' ' || coalesce(reference, '-') as taken
    from customer_payments where customer_id = ${edie}`.execute(shop().db);
  expect(rows.map(({ taken }) => taken)).toEqual(['1500 cash -']);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('R12 a refund and an exchange whose answers were lost are sent again as they were', async () => {
  const page = await atTheTill();
  await scanned(page, chair, '£60.00');
  await payFor(page);
  await press(page, 'Enter');
  await soldDialog(page).waitFor();
  const number =
    /INV-\d+/.exec((await soldDialog(page).getByRole('heading').first().textContent()) ?? '')?.[0] ?? '';
  await press(page, 'Enter');
  await soldDialog(page).waitFor({ state: 'detached' });
  const answers = await loseAnswers(page, /\/(?:exchange|refund)$/);
  await scan(page, number);
  const back = page.getByRole('dialog', { name: `Refund or exchange: ${number}` });
  await back.getByLabel('Quantity of Folding chair to return').fill('1');
  await back.getByRole('button', { name: 'Changed their mind' }).click();
  await back.getByRole('button', { name: 'Exchange for other goods' }).click();
  await scan(page, lamp);
  await page.getByRole('button', { name: /^Refund £18.55/ }).click();
  await page.getByRole('button', { name: 'Exact cash' }).click();
  const refund = page.getByRole('dialog', { name: 'No answer yet' });
  await refund.getByText('this exchange may have been recorded').waitFor();
  answers.stop();
  await refund.getByRole('button', { name: 'Send again' }).click();
  await soldDialog(page).waitFor();
  expect(answers.sent).toHaveLength(2);
  expect(answers.sent[1]).toBe(answers.sent[0]);
  expect(await breachesOf(shop().db)).toEqual([]);
});
