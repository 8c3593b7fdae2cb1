import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import type { BodySent } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { breachesOf, someSupplier } from '../support/books';
import { unauditedJournals } from '../support/unaudited-journals';
import { someCounting } from '../support/stocktakes';
import { checkTable, commitTable, csvOf, settled, uploadTable } from '../support/imports';
import { lineOf, type Order, orderDesk } from '../support/orders';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { type Figures, figuresOf } from './figures';

// An action undone on the same day leaves every figure as it was: both documents stay and cancel out, whatever happened
// to the goods in between, as far as the rules say so (I15).
let app: TestApp;
let admin: Caller;
let till: number;
let counting: Awaited<ReturnType<typeof someCounting>>;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  admin = await app.as('admin');
  till = await openTill(app.db, 100_000);
  counting = await someCounting(app);
});
afterAll(() => app.close());

const today = londonDate(new Date());
const { sent, products, get, receive, bill, pay } = orderDesk(() => ({ app, admin }));
const { sold, refund } = shopFloor(() => ({ app, seller: admin, till }));
const figures = () => figuresOf(app, admin, { from: today, to: today });

/** Acts, checks that these figures changed, undoes it, and checks that every figure is as before. */
async function isUndone(
  changed: readonly (keyof Figures)[],
  work: () => Promise<unknown>,
  undo: () => Promise<{ status: number } | void>,
): Promise<void> {
  const before = await figures();
  await work();
  const done = await figures();
  for (const figure of changed) expect(done[figure], figure).not.toEqual(before[figure]);
  const answer = await undo();
  if (answer) expect(answer.status).toBe(200);
  expect(await figures()).toEqual(before);
  expect(await breachesOf(app.db)).toEqual([]);
}

async function received(quantity: string, more: object = {}): Promise<{ order: Order; product: number }> {
  const [product = 0] = await products(1);
  const order = await sent([{ product_id: product, quantity, ...more }]);
  await receive(order.id);
  return { order, product };
}
const acceptDifference = { accept_difference: true };
const takeOut = (product: number, quantity: string) =>
  admin.call(stockAdjustments.create, {
    body: { reason: 'damaged', lines: [{ product_id: product, quantity: `-${quantity}` }] },
  });
const reverse = async (order: Order) => {
  const open = (await get(order.id)).bills.findLast(({ reversed_at }) => reversed_at === null);
  return admin.call(purchases.reverseBill, {
    params: { id: order.id, bill_id: open?.id ?? 0 },
    body: { reason: 'Recorded wrongly' },
  });
};

test('I15 a bill at the order price and its reversal', async () => {
  const { order } = await received('10');
  await isUndone(
    ['trialBalance', 'parties', 'creditors', 'vat'],
    () => bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]),
    () => reverse(order),
  );
});

test('I15 a bill at another price while some of the goods are gone, and its reversal', async () => {
  // 10 for £10.00; 7 are gone. Billed at £15.00: £1.50 of the £5.00 goes on the 3 that are left, £3.50 to 5110.
  const { order, product } = await received('10');
  await takeOut(product, '7');
  await isUndone(
    ['trialBalance', 'stock', 'stockValue', 'parties', 'vat', 'profit'],
    () => bill(order.id, [{ line_id: lineOf(order), quantity: '10', net: '15.00' }], acceptDifference),
    () => reverse(order),
  );
});

test('I15 a bill, its reversal and the same bill again equal the bill alone', async () => {
  const { order, product } = await received('10');
  await takeOut(product, '9');
  const billed = () =>
    bill(order.id, [{ line_id: lineOf(order), quantity: '10', net: '15.00' }], acceptDifference);
  await billed();
  const once = await figures();
  expect((await reverse(order)).status).toBe(200);
  expect((await billed()).status).toBe(200);
  expect(await figures()).toEqual(once);
});

const reverseAdjustment = (id: number) =>
  admin.call(stockAdjustments.reverse, { params: { id }, body: { reason: 'Keyed wrongly' } });
const adjusted = async (body: BodySent<typeof stockAdjustments.create>) => {
  const { status, reply } = await admin.call(stockAdjustments.create, { body });
  expect(status).toBe(200);
  return reply.id;
};

test('L1 A13 stock lost, found or written down in error, and its reversal', async () => {
  const { product } = await received('10', { unit_price: '3.33' });
  for (const line of [
    { reason: 'lost' as const, quantity: '-7' },
    { reason: 'found' as const, quantity: '7' },
    { reason: 'write_down' as const, value: '11.11' },
  ]) {
    const { reason, ...change } = line;
    let id = 0;
    await isUndone(
      ['trialBalance', 'stock', 'stockValue', 'profit'],
      async () => {
        id = await adjusted({ reason, lines: [{ product_id: product, ...change }] });
      },
      () => reverseAdjustment(id),
    );
  }
});

test('I8 A13 a stocktake posted in error, and its reversal', async () => {
  const { product } = await received('10', { unit_price: '3.33' });
  const { product: other } = await received('7', { unit_price: '1.11' });
  let id = 0;
  await isUndone(
    ['trialBalance', 'stock', 'stockValue', 'profit'],
    async () => {
      id = await counting.started([product, other]);
      await counting.count(id, product, '3');
      await counting.count(id, other, '8.5');
      expect((await counting.post(id)).status).toBe(200);
    },
    () => admin.call(stockCounts.reverse, { params: { id }, body: { reason: 'Counted on the wrong shelf' } }),
  );
});

test('L1 A13 I15 a receipt entered in error, and its reversal', async () => {
  const [product = 0] = await products(1);
  await receive((await sent([{ product_id: product, quantity: '10', unit_price: '2.00' }])).id);
  const order = await sent([{ product_id: product, quantity: '10', unit_price: '12.34' }]);
  await isUndone(
    ['trialBalance', 'stock', 'stockValue'],
    () => receive(order.id),
    async () =>
      admin.call(purchases.reverseReceipt, {
        params: { id: order.id, receipt_id: (await get(order.id)).receipts[0]?.id ?? 0 },
        body: { reason: 'Wrong line' },
      }),
  );
});

test('I11 I15 landed cost over goods some of which are gone, and its reversal', async () => {
  const { order, product } = await received('12', { unit_price: '2.50' });
  await takeOut(product, '5');
  const receipt_id = (await get(order.id)).receipts[0]?.id ?? 0;
  const body = {
    receipt_id,
    supplier_id: await someSupplier(app.db, 'Carrier'),
    supplier_bill_number: 'FR-1',
    bill_date: today,
    net: '8.33',
    vat: '1.67',
    basis: 'quantity' as const,
  };
  await isUndone(
    ['trialBalance', 'stock', 'parties', 'creditors', 'vat', 'profit'],
    () => admin.call(purchases.landedCost, { params: { id: order.id }, body }),
    () => reverse(order),
  );
});

test('P4 W4 a payment of a bill and its reversal', async () => {
  const { order } = await received('10');
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  let id = 0;
  await isUndone(
    ['trialBalance', 'parties', 'creditors'],
    async () => {
      id = (await pay(order, '7.50')).reply.id;
    },
    () => admin.call(payments.cancel, { params: { id }, body: { reason: 'Paid twice' } }),
  );
});

test.each([
  ['more', '13'],
  ['fewer', '4'],
])('I8 a count that finds %s, and the count that finds the old quantity again', async (_, found) => {
  const product = await counting.stocked();
  const count = async (quantity: string) => {
    const id = await counting.started([product]);
    await counting.count(id, product, quantity);
    return counting.post(id);
  };
  await isUndone(
    ['trialBalance', 'stock', 'stockValue', 'profit'],
    () => count(found),
    () => count('10'),
  );
});

test('an import of products with opening stock, and its undo', async () => {
  const content = csvOf([
    ['SKU', 'Name', 'Unit', 'Price', 'Opening stock', 'Opening cost'],
    ['IMP-1', 'Imported one', 'Each', '4.99', '7', '1.25'],
    ['IMP-2', 'Imported two', 'Each', '2.50', '3', '0.3333'],
  ]);
  let id = 0;
  await isUndone(
    ['trialBalance', 'stock', 'stockValue'],
    async () => {
      const read = await uploadTable(admin, 'products', { name: 'stock.csv', content: Buffer.from(content) });
      id = read.id;
      await checkTable(admin, read);
      expect(await commitTable(admin, id)).toMatchObject({ state: 'done', problem: null });
    },
    async () => {
      await admin.call(imports.undo, { params: { id } });
      expect(await settled(admin, id)).toMatchObject({ state: 'undone', problem: null });
    },
  );
});

test('V12 I5 a refund of goods returned to stock, and the same sale again', async () => {
  // 3 of 7 worth £7.01 in total: each share is rounded once.
  const product = await stockedProduct(app.db, { pieces: '7', cost: 100 });
  await admin.call(stockAdjustments.create, {
    body: { reason: 'found', lines: [{ product_id: product, quantity: '1', value: '1.99' }] },
  });
  const lines = [{ product_id: product, quantity: '3' }];
  const sale = await sold(lines, 720);
  await isUndone(
    [],
    async () => {
      const before = await figures();
      expect((await refund(sale, [{ line_number: 1, quantity: '3' }], 720)).status).toBe(200);
      const refunded = await figures();
      for (const figure of ['trialBalance', 'stock', 'vat', 'margins'])
        expect(refunded[figure], figure).not.toEqual(before[figure]);
    },
    async () => void (await sold(lines, 720)),
  );
});

test('D8 every journal of these tests is named in the audit log', async () => {
  expect(await unauditedJournals(app.db)).toEqual([]);
});
