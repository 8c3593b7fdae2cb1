import { afterAll, beforeAll, expect, test } from 'vitest';
import { trialBalance } from '#domain/accounts/account.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { productMargins } from '#domain/reports/product-margins.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

/** Of each sale, in pence: £2.40 in cash with £0.40 of VAT, for goods that cost £1.00. */
const [cash, net, vat, cost] = [240, 200, 40, 100];
const float = 10_000;
const sellers = 4;
const salesEach = 15;

/** How many sales each figure of a report counts. In one moment, all of them count the same. */
const reports: Readonly<Record<string, () => Promise<number[]>>> = {
  'profit and loss': async () => {
    const { lines } = (await admin.call(profitAndLosses.show)).reply;
    const of = (code: string) => Math.abs(lines.find(line => line.code === code)?.amount ?? 0);
    return [of('4000') / net, of('5000') / cost];
  },
  margins: async () => {
    const { totals, ledger } = (await admin.call(productMargins.totals)).reply;
    return [
      totals.quantity / 1000,
      totals.revenue / net,
      (totals.cost ?? 0) / cost,
      (ledger?.account ?? 0) / cost,
    ];
  },
  payments: async () => {
    const { completed, accounts } = (
      await admin.call(paymentTransactions.totals, { query: { transfers: 'no' } })
    ).reply;
    const till = accounts.find(({ code }) => code === '1000');
    return [completed.count, completed.in / cash, ((till?.closing ?? 0) - float) / cash];
  },
  'trial balance': async () => {
    const { rows } = (await admin.call(trialBalance.show)).reply;
    const of = (code: string) => rows.find(row => row.code === code);
    return [
      ((of('1000')?.debit ?? 0) - float) / cash,
      (of('4000')?.credit ?? 0) / net,
      (of('2200')?.credit ?? 0) / vat,
      (of('5000')?.debit ?? 0) / cost,
    ];
  },
};

test('R35 while tills sell, all figures of a report count the same sales; afterwards four reports agree to the penny', async () => {
  const till = await openTill(app.db, float);
  const floor = shopFloor(() => ({ app, seller: admin, till }));
  const product = await stockedProduct(app.db, { pieces: String(sellers * salesEach), cost });
  const floorState = { selling: sellers };
  const sell = async () => {
    for (let nth = 0; nth < salesEach; nth++)
      await floor.sold([{ product_id: product, quantity: '1' }], cash);
    floorState.selling -= 1;
  };
  const read = async (counted: () => Promise<number[]>) => {
    const seen = new Set<number>();
    while (floorState.selling > 0) {
      const counts = await counted();
      expect(new Set(counts).size, counts.join(', ')).toBe(1);
      seen.add(counts[0] ?? 0);
    }
    return seen;
  };
  const [seen] = await Promise.all([
    Promise.all(Object.values(reports).map(read)),
    ...Array.from({ length: sellers }, sell),
  ]);
  // They were read in between, and not only before and after.
  for (const counts of seen) expect(counts.size).toBeGreaterThan(2);
  for (const [name, counted] of Object.entries(reports))
    expect([name, new Set(await counted())]).toEqual([name, new Set([sellers * salesEach])]);
});
