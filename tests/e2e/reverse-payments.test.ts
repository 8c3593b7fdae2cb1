import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { salaryPayments } from '#domain/employees/salary-payment.contract';
import { londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { seriousProblems } from '../support/accessible';
import { breachesOf, someCustomer, someSupplier } from '../support/books';
import { useShop } from '../support/browser';
import { staffOffice } from '../support/employees';
import { noticed } from '../support/notices';
import { settled } from '../support/settled';
import type { Caller } from '../support/test-app';
import { screenshot } from '../support/till-keyboard';

const shop = useShop();
let admin: Caller;
beforeAll(async () => {
  admin = await shop().as('admin');
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** It cannot be reversed without the answer, nor where the money is still where it went. */
async function asksWhereTheMoneyIs(
  page: Page,
  dialog: Locator,
  words: { amount: string; submit: string; back: string; kept: string; ways: RegExp },
): Promise<void> {
  await dialog.getByLabel('Reason').fill('A mistake');
  const submit = dialog.getByRole('button', { name: words.submit });
  await submit.click();
  await dialog.getByText('Choose what happened to the money.').waitFor();
  const question = dialog.getByRole('radiogroup', { name: `What happened to the ${words.amount}?` });
  await question.getByRole('radio', { name: words.kept }).check();
  await dialog.getByText(words.ways).waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await settled(page);
  await screenshot(page, `reverse-${words.amount}`);
  expect(await seriousProblems(page)).toEqual([]);
  await question.getByRole('radio', { name: words.back }).check();
  await submit.click();
}

test('F104 a completed supplier payment or refund is reversed only once it is said that the money is not where it went', async () => {
  const supplier = await someSupplier(shop().db, 'Bright Windows');
  const body = { supplier_id: supplier, payment_method: 'bank_transfer' } as const;
  const paid = (await admin.call(payments.create, { body: { ...body, amount: '500.00' } })).reply;
  const repaid = (await admin.call(payments.create, { body: { ...body, amount: '200.00', direction: 'in' } }))
    .reply;
  await admin.call(payments.create, { body: { ...body, amount: '30.00', status: 'pending' } });
  const page = await shop().openAs(['admin'], `/suppliers/${supplier}`);
  await press(page, `Reverse refund ${repaid.number}`);
  const refund = page.getByRole('dialog', { name: 'Reverse refund of £200.00' });
  await refund.getByText('what it repaid is credit with the supplier again').waitFor();
  await asksWhereTheMoneyIs(page, refund, {
    amount: '£200.00',
    submit: 'Reverse refund',
    back: 'It was not received like this, or it was returned',
    kept: 'It was received, and not returned',
    ways: /use Pay on the supplier’s page/,
  });
  await noticed(page, 'Refund reversed.');
  await press(page, `Reverse payment ${paid.number}`);
  const payment = page.getByRole('dialog', { name: 'Reverse payment of £500.00' });
  await payment.getByText('what it paid is owed again').waitFor();
  await asksWhereTheMoneyIs(page, payment, {
    amount: '£500.00',
    submit: 'Reverse payment',
    back: 'It was not paid like this, or it was returned',
    kept: 'It was paid, and the supplier still has it',
    ways: /use Remove allocation on the supplier’s ledger.*use Record refund/,
  });
  await noticed(page, 'Payment reversed.');
  // No money has moved for one that is pending.
  await press(page, 'Cancel payment £30.00');
  const pending = page.getByRole('dialog', { name: 'Cancel payment of £30.00' });
  await pending.getByText('It is still pending, so nothing is posted.').waitFor();
  expect(await pending.getByRole('radiogroup').count()).toBe(0);
  await pending.getByLabel('Reason').fill('Twice');
  await pending.getByRole('button', { name: 'Cancel payment' }).click();
  await noticed(page, 'Payment cancelled.');
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('F104 L2 a payment that a colleague completed meanwhile is not reversed by a dialog that cancels a pending one', async () => {
  const supplier = await someSupplier(shop().db, 'Clear Glass');
  const { reply: pending } = await admin.call(payments.create, {
    body: { supplier_id: supplier, payment_method: 'bank_transfer', amount: '40.00', status: 'pending' },
  });
  const page = await shop().openAs(['admin'], `/suppliers/${supplier}`);
  await press(page, 'Cancel payment £40.00');
  const dialog = page.getByRole('dialog', { name: 'Cancel payment of £40.00' });
  await dialog.getByLabel('Reason').fill('Twice');
  const params = { id: pending.id };
  const { reply: completed } = await admin.call(payments.complete, { params, body: {} });
  await dialog.getByRole('button', { name: 'Cancel payment' }).click();
  await dialog.getByText(`${completed.number} is now completed, so nothing was changed.`).waitFor();
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await press(page, `Reverse payment ${completed.number}`);
  await page
    .getByRole('dialog', { name: 'Reverse payment of £40.00' })
    .getByRole('radiogroup', { name: 'What happened to the £40.00?' })
    .waitFor();
  expect((await admin.call(payments.get, { params })).reply.status).toBe('completed');
});

test('F104 wages are reversed only once it is said that the employee does not have them', async () => {
  const office = await staffOffice(shop());
  const { id } = await office.hired({ name: 'Wynn Osgood' });
  const today = londonDate(new Date());
  const { status } = await admin.call(salaryPayments.pay, {
    params: { id },
    body: {
      paid_for: 'This week',
      period_from: today,
      period_to: today,
      amount: '412.50',
      method: 'bank_transfer',
    },
  });
  expect(status).toBe(200);
  const page = await shop().openAs(['admin'], `/employees/${id}`);
  await press(page, 'Show pay details');
  await press(page, 'Reverse SAL-00001');
  await asksWhereTheMoneyIs(page, page.getByRole('dialog', { name: 'Reverse SAL-00001' }), {
    amount: '£412.50',
    submit: 'Reverse',
    back: 'It was not paid like this, or it was returned',
    kept: 'It was paid, and Wynn Osgood still has it',
    ways: /Correct the amount with the next wages/,
  });
  await noticed(page, 'Wages reversed.');
  expect(await breachesOf(shop().db)).toEqual([]);
});

test('F104 a customer payment or pay-out is reversed only once it is said that the money is not where it went', async () => {
  const id = await someCustomer(shop().db, 'Alice Fenwick');
  const body = { payment_method: 'bank_transfer' } as const;
  await admin.call(customerWallet.receive, {
    params: { id },
    body: { ...body, amount: '90.00', top_up: true },
  });
  await admin.call(customerWallet.payOut, { params: { id }, body: { ...body, amount: '25.00' } });
  const page = await shop().openAs(['admin'], `/wallet/customer/${id}`);
  await press(page, 'Reverse RCT-00002');
  await asksWhereTheMoneyIs(page, page.getByRole('dialog', { name: 'Reverse RCT-00002' }), {
    amount: '£25.00',
    submit: 'Reverse',
    back: 'It was not paid like this, or it was returned',
    kept: 'It was paid, and Alice Fenwick still has it',
    ways: /If it is repaid, reverse the pay-out then/,
  });
  await noticed(page, 'RCT-00002 reversed.');
  await press(page, 'Reverse RCT-00001');
  await asksWhereTheMoneyIs(page, page.getByRole('dialog', { name: 'Reverse RCT-00001' }), {
    amount: '£90.00',
    submit: 'Reverse',
    back: 'It was not received like this, or it was returned',
    kept: 'It was received, and not returned',
    ways: /use Remove allocation under Credit used.*use Transfer credit.*use Pay out/,
  });
  await noticed(page, 'RCT-00001 reversed.');
  expect(await breachesOf(shop().db)).toEqual([]);
});
