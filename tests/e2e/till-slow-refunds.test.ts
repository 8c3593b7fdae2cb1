import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import { tills } from '#domain/tills/till.contract';
import { someApprovals } from '../support/approvals';
import { breachesOf } from '../support/books';
import { useShop } from '../support/browser';
import { customerWithCredit } from '../support/shop';
import { slow, staysOpenFor } from '../support/slow-answers';
import { press, scan, stockedShelf } from '../support/till-keyboard';

const shop = useShop();
const tea = '5010000000017';
const staysOpen = staysOpenFor(tea);
const rights: readonly Permission[] = ['view_pos', 'create_sale', 'view_customer', 'take_payment'];

beforeAll(async () => {
  await stockedShelf(shop().db);
  const keeper = await shop().as('view_pos', 'open_till');
  expect((await keeper.call(tills.open, { body: { register_id: 1, total: '100.00' } })).status).toBe(200);
});

async function withTea(permissions: readonly Permission[]): Promise<Page> {
  const page = await shop().openAs([...permissions], '/sales/pos');
  await page.getByRole('combobox', { name: 'Scan or search products' }).waitFor();
  await scan(page, tea);
  await expect.poll(() => page.locator('.till-total dd').textContent()).toBe('£2.40');
  return page;
}

/** The receipt of a sale of tea, scanned to return goods of it. */
async function returningTea() {
  const page = await withTea(rights);
  await press(page, 'F4');
  await page.getByRole('dialog', { name: 'Pay' }).waitFor();
  await press(page, 'Enter');
  const sold = page.getByRole('dialog', { name: /^Sold: INV-/ });
  await sold.waitFor();
  const number = /INV-\d+/.exec((await sold.getByRole('heading').first().textContent()) ?? '')?.[0] ?? '';
  await press(page, 'Enter');
  await sold.waitFor({ state: 'detached' });
  await scan(page, number);
  const back = page.getByRole('dialog', { name: `Refund or exchange: ${number}` });
  return { page, back };
}

test('R12 a refund that was approved is waited for, and a second Enter does not send it again', async () => {
  const approver = await someApprovals(shop()).approver('refund_sale');
  const { page, back } = await returningTea();
  await back.getByLabel('Quantity of Breakfast tea, 80 bags to return').fill('1');
  await back.getByRole('button', { name: 'Faulty' }).click();
  await back.getByRole('button', { name: 'Refund £2.40' }).click();
  const approval = page.getByRole('dialog', { name: 'Approval needed' });
  await approval.getByLabel('PIN').fill(approver.pin);
  const sent: string[] = [];
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/refunds')) sent.push(request.url());
  });
  const answers = await slow(page, /\/refunds$/);
  await press(page, 'Enter');
  await answers.asked;
  await press(page, 'Enter');
  await staysOpen(page, 'Approval needed');
  answers.letGo();
  await page.getByText(/CN-\d+: £2\.40 cash refunded/).waitFor();
  await approval.waitFor({ state: 'detached' });
  expect(sent).toHaveLength(1);
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('F38 a return that is not approved, or fails after its approval, is still entered', async () => {
  const approver = await someApprovals(shop()).approver('refund_sale');
  const { page, back } = await returningTea();
  const quantity = back.getByLabel('Quantity of Breakfast tea, 80 bags to return');
  await quantity.fill('1');
  await back.getByRole('button', { name: 'Faulty' }).click();
  const refund = back.getByRole('button', { name: 'Refund £2.40' });
  const approval = page.getByRole('dialog', { name: 'Approval needed' });
  const stillEntered = async () => {
    await approval.waitFor({ state: 'detached' });
    await refund.waitFor();
    await expect.poll(() => quantity.inputValue()).toBe('1');
    await expect.poll(() => back.getByLabel('Reason').inputValue()).toBe('Faulty');
  };
  for (const cancel of [() => press(page, 'Escape'), () => approval.getByText('Cancel').click()]) {
    await refund.click();
    await approval.getByLabel('PIN').waitFor();
    expect(await back.isVisible()).toBe(false);
    // What is scanned meanwhile is not returned.
    await scan(page, tea);
    await page.getByText('Approve or cancel first. The scan was ignored.').waitFor();
    await cancel();
    await stillEntered();
  }
  await refund.click();
  await approval.getByLabel('PIN').fill(approver.pin);
  const message = 'There is not enough cash in the drawer.';
  await page.route(/\/refunds$/, route => route.fulfill({ status: 409, json: { message } }), { times: 1 });
  await press(page, 'Enter');
  await back.getByText(message).waitFor();
  await stillEntered();
});

test('F38 the reason of a void is still entered after its approval was cancelled', async () => {
  await someApprovals(shop()).approver('void_sale');
  const page = await withTea(rights);
  await press(page, 'Shift+Delete');
  const voiding = page.getByRole('dialog', { name: 'Void the basket' });
  await voiding.getByLabel('Reason').fill('Cannot pay');
  await press(page, 'Enter');
  const approval = page.getByRole('dialog', { name: 'Approval needed' });
  await approval.getByLabel('PIN').waitFor();
  await press(page, 'Escape');
  await approval.waitFor({ state: 'detached' });
  await expect.poll(() => voiding.getByLabel('Reason').inputValue()).toBe('Cannot pay');
});

test('R12 a customer payment is waited for: its dialog stays until the answer', async () => {
  await customerWithCredit(shop().db, null, 'Maud Finch');
  const page = await withTea(rights);
  await press(page, 'F3', '"maud"');
  await page.getByRole('option', { name: /Maud Finch/ }).click();
  await press(page, 'Shift+F5');
  const taking = page.getByRole('dialog', { name: 'Wallet top-up for Maud Finch' });
  await taking.getByLabel('Amount').fill('15');
  const answers = await slow(page, /\/customer-payments$/);
  await taking.getByRole('button', { name: 'Take £15.00' }).click();
  await answers.asked;
  await expect.poll(() => taking.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
  await staysOpen(page, 'Wallet top-up for Maud Finch');
  answers.letGo();
  await page.getByRole('dialog', { name: /Received: RCT-/ }).waitFor();
});
