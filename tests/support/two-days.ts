import { randomUUID } from 'node:crypto';
import type { BodySent } from '#domain/kernel/call';
import type { Permission } from '#domain/kernel/permissions';
import { sales } from '#domain/sales/sale.contract';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from './shop';
import type { Caller, TestApp } from './test-app';

type App = Pick<TestApp, 'app' | 'db' | 'as'>;

/**
 * Two days of a shop with figures that can be checked by hand; `goTo` sets the clock. A unit of tea is £2.40 including
 * 20% VAT and cost £1.00. First day: two for cash; one for £2.00 with a discount, by card; five, cancelled the same
 * day; one, edited into three the same day. Second day: one of the first two is returned; the second sale is cancelled;
 * one is sold on account.
 */
export async function sellOnTwoDays(app: App, goTo: (day: string) => void, days: readonly [string, string]) {
  const [first, second] = days;
  goTo(first);
  const till = await openTill(app.db, 100_000);
  const tea = await stockedProduct(app.db, { name: 'Tea' });
  const customer = await customerWithCredit(app.db, 100_000);
  let seller: Caller = await sellerOf(app);
  const { sent, sold, refund } = shopFloor(() => ({ app: app as TestApp, seller, till }));
  const pieces = (quantity: string) => [{ product_id: tea, quantity }];
  const cancel = (sale: { id: number }) =>
    done(
      seller.call(sales.cancel, {
        params: { id: sale.id },
        body: { client_id: randomUUID(), session_id: till, reason: 'Entered twice' },
      }),
    );
  const forCash = await sold(pieces('2'), 480);
  const byCard = await sold(
    [{ product_id: tea, quantity: '1', discount_amount: '0.40', discount_reason: 'Dented' }],
    200,
    { tenders: [{ method: 'credit_card', tendered: '2.00' }] },
  );
  await cancel(await sold(pieces('5'), 1200));
  const edited = await sold(pieces('1'), 240);
  const sale = sent(pieces('3'), 720, { tenders: [{ method: 'cash', tendered: '4.80' }] });
  const body: BodySent<typeof sales.replace> = { reason: 'Three of them', sale, refund_tenders: [] };
  await done(seller.call(sales.replace, { params: { id: edited.id }, body }));

  goTo(second);
  seller = await sellerOf(app);
  await done(refund(forCash, [{ line_number: 1, quantity: '1' }], 240));
  await cancel(byCard);
  await sold(pieces('1'), 240, {
    customer_id: customer,
    tenders: [{ method: 'account', tendered: '2.40' }],
  });
  return { tea, till, customer };
}

/** The permissions to sell, and to undo sales. */
export const sellingRights: readonly Permission[] = [
  'view_pos',
  'create_sale',
  'view_sale',
  'refund_sale',
  'void_sale',
  'edit_sale',
  'sell_on_account',
  'override_discount',
];

const sellerOf = (app: App) => app.as(...sellingRights);

async function done(call: Promise<{ status: number; refusal: unknown }>): Promise<void> {
  const { status, refusal } = await call;
  if (status >= 300) throw new Error(JSON.stringify(refusal));
}
