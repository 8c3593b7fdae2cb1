import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { writeOffs } from '#domain/wallet/write-off.contract';
import { breachesOf, someCustomer, someSupplier } from '../support/books';
import { lineOf, orderDesk } from '../support/orders';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { walletCalls } from '../support/wallet-calls';
import { type Figures, figuresOf } from './figures';

// Documents without goods, and credit notes: done and undone on one day they leave every figure as it was.
let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const today = londonDate(new Date());
const { sent, products, get, receive, bill } = orderDesk(() => ({ app, admin }));
const { invoice } = walletCalls(() => ({ app, admin }));
const figures = () => figuresOf(app, admin, { from: today, to: today });

async function isUndone(
  changed: readonly (keyof Figures)[],
  work: () => Promise<{ status: number }>,
  undo: () => Promise<{ status: number }>,
): Promise<void> {
  const before = await figures();
  expect((await work()).status).toBe(200);
  const done = await figures();
  for (const figure of changed) expect(done[figure], figure).not.toEqual(before[figure]);
  expect((await undo()).status).toBe(200);
  expect(await figures()).toEqual(before);
  expect(await breachesOf(app.db)).toEqual([]);
}

test('W2 a bad debt written off in two steps, and both reversed in the other order', async () => {
  const id = await someCustomer(app.db);
  await invoice(id, 12_345, today);
  const written: number[] = [];
  const writeOff = async (amount: string) => {
    const outcome = await admin.call(customerWallet.adjust, {
      params: { id },
      body: { kind: 'write_off', amount, reason: 'Insolvent' },
    });
    const { entries } = (await admin.call(wallets.customer.statement, { params: { id } })).reply;
    written.push(entries.findLast(({ kind }) => kind === 'write_off')?.write_off?.id ?? 0);
    return outcome;
  };
  const reverse = (place: number) =>
    admin.call(writeOffs.reverse, { params: { id: written[place] ?? 0 }, body: { reason: 'Pays' } });
  await isUndone(
    ['trialBalance', 'parties', 'debtors', 'profit'],
    async () => {
      await writeOff('100.00');
      return writeOff('23.45');
    },
    async () => {
      await reverse(0);
      return reverse(1);
    },
  );
});

test('V28 a bill under the reverse charge and its reversal', async () => {
  const supplier_id = await someSupplier(app.db);
  let id = 0;
  await isUndone(
    ['trialBalance', 'parties', 'creditors', 'vat', 'profit'],
    async () => {
      const outcome = await admin.call(supplierDocuments.bill, {
        body: {
          supplier_id,
          supplier_bill_number: 'RC-1',
          bill_date: today,
          reverse_charge: 'abroad',
          lines: [{ description: 'Hosting', account: '6910', net: '77.77', vat: '0.00' }],
        },
      });
      id = outcome.reply.id;
      return outcome;
    },
    () => admin.call(supplierDocuments.reverseBill, { params: { id }, body: { reason: 'Twice' } }),
  );
});

test('I11 I15 a credit note for goods of which some are gone, reversed, and entered again', async () => {
  const [product = 0] = await products(1);
  const order = await sent([{ product_id: product, quantity: '10', unit_price: '3.333333' }]);
  await receive(order.id);
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  await admin.call(stockAdjustments.create, {
    body: { reason: 'damaged', lines: [{ product_id: product, quantity: '-7' }] },
  });
  const bill_id = (await get(order.id)).bills[0]?.id ?? 0;
  const ids: number[] = [];
  const credit = async () => {
    const outcome = await admin.call(supplierDocuments.credit, {
      body: {
        supplier_id: order.supplier.id,
        supplier_credit_number: `CR-${ids.length}`,
        credit_date: today,
        reason: 'Overcharged',
        lines: [{ description: 'Price', net: '5.55', vat: '1.11' }],
        bills: [{ bill_id, amount: '6.66' }],
      },
    });
    ids.push(outcome.reply.id);
    return outcome;
  };
  const reverse = () =>
    admin.call(supplierDocuments.reverseCredit, {
      params: { id: ids.at(-1) ?? 0 },
      body: { reason: 'Wrong bill', free_payments: true },
    });
  await isUndone(['trialBalance', 'stock', 'parties', 'creditors', 'vat', 'profit'], credit, reverse);
  await credit();
  const once = await figures();
  await reverse();
  await credit();
  expect(await figures()).toEqual(once);
  // Goods go back to the supplier at their average, and the order's figures still add up.
  const receipt_line_id = (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0;
  const returned = await admin.call(purchases.return, {
    params: { id: order.id },
    body: { reason: 'Broken', lines: [{ receipt_line_id, quantity: '3' }] },
  });
  // £33.33 was billed, £6.66 credited; three of ten are credited at £10.00 and £2.00: 40.00 − 6.66 − 12.00.
  expect(returned.reply).toMatchObject({ credited_amount: 1_866, outstanding_amount: 2_134 });
  expect(await breachesOf(app.db)).toEqual([]);
});
