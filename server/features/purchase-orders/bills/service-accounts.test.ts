import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { movedOn } from '../../../../tests/support/books';
import { lineOf } from '../../../../tests/support/orders';

const shop = buyingShop();
const today = () => londonDate(new Date());
const service = { description: 'Repair of the roof', quantity: '1', unit_price: '100.00', account: '4900' };

test('F16 a line without a product is billed to its own account, unless the bill says another', async () => {
  const order = await shop.sent([service, { ...service, description: 'Gutters' }]);
  expect(order.lines.map(line => line.account)).toEqual(['4900', '4900']);
  await shop.receive(order.id);
  const moved = await movedOn(shop.app.db, ['4900', '5000', '2201', '2100'], async () => {
    const { status } = await shop.bill(order.id, [
      { line_id: lineOf(order), quantity: '1' },
      { line_id: lineOf(order, 1), quantity: '1', account: '5000' },
    ]);
    expect(status).toBe(200);
  });
  expect(moved).toEqual([10_000, 10_000, 4000, -24_000]);
  await shop.holds();
});

test('F16 a bill £10 below the order of a service does not match as received', async () => {
  const order = await shop.sent([service]);
  await shop.receive(order.id);
  const line = { line_id: lineOf(order), quantity: '1', net: '90.00', vat: '18.00' };
  const response = await shop.bill(order.id, [line]);
  expect(response.refusal.errors?.accept_difference?.[0]).toContain('£10.00 less than the goods received');
  const { reply } = await shop.bill(order.id, [line], { accept_difference: true });
  expect(reply.bills[0]).toMatchObject({ difference: -1000, net: 9000 });
  await shop.holds();
});

test('F16 stock lines have no account to choose, and a money account is refused at its line', async () => {
  const [product = 0] = await shop.products(1);
  const supplier_id = (await shop.draft([service])).supplier.id;
  const added = async (line: object) =>
    (
      await shop.admin.call(purchases.create, {
        body: { supplier_id, lines: [{ quantity: '1', unit_price: '1.00', ...line }] },
      })
    ).refusal.errors;
  const goods = await added({ product_id: product, account: '5000' });
  expect(goods?.['lines.0.account']?.[0]).toContain('is kept in stock');
  for (const account of ['1020', '2100', '9999', '50'])
    expect(await added({ description: 'Rent', account }), account).toHaveProperty(['lines.0.account']);
});

test('A14 what you buy is not posted to sales or sales returns, on an order, a bill or a credit note', async () => {
  const draft = await shop.draft([service]);
  const { admin } = shop;
  const supplier_id = draft.supplier.id;
  const offered = (await admin.call(supplierDocuments.accounts, {})).reply.data.map(({ code }) => code);
  expect(offered).toContain('4900');
  for (const account of ['4000', '4010']) {
    expect(offered).not.toContain(account);
    const lines = [{ description: 'Rent', net: '10.00', vat: '0.00', vat_code: 'Z' as const, account }];
    const dated = { supplier_id, lines };
    const refused = [
      await admin.call(purchases.create, {
        body: { supplier_id, lines: [{ description: 'Rent', quantity: '1', unit_price: '10.00', account }] },
      }),
      await admin.call(supplierDocuments.bill, {
        body: { ...dated, supplier_bill_number: 'B-1', bill_date: today() },
      }),
      await admin.call(supplierDocuments.credit, {
        body: { ...dated, supplier_credit_number: 'C-1', credit_date: today(), reason: 'Rebate' },
      }),
    ];
    for (const { refusal } of refused)
      expect(refusal.errors?.['lines.0.account']).toEqual([
        `${account} is for what you sell. Choose a cost account, or an income account of your own.`,
      ]);
  }
});

test('A14 a service that an earlier version ordered to sales is billed to another account', async () => {
  const order = await shop.sent([service]);
  await sql`update purchase_order_lines set account_code = '4000' where id = ${lineOf(order)}`.execute(
    shop.app.db,
  );
  await shop.receive(order.id);
  const line = { line_id: lineOf(order), quantity: '1' };
  expect((await shop.bill(order.id, [line])).refusal.errors).toHaveProperty(['lines.0.account']);
  const moved = await movedOn(shop.app.db, ['4000', '5000'], async () => {
    expect((await shop.bill(order.id, [{ ...line, account: '5000' }])).status).toBe(200);
  });
  expect(moved).toEqual([0, 10_000]);
});

test('F16 an order keeps the account through a revision and a copy', async () => {
  const order = await shop.sent([service]);
  const { reply } = await shop.admin.call(purchases.update, {
    params: { id: order.id },
    body: {
      supplier_id: order.supplier.id,
      lines: [{ id: lineOf(order), ...service, account: '5000' }],
      revision_reason: 'Another account',
    },
  });
  expect(reply.lines[0]?.account).toBe('5000');
  const copy = await shop.admin.call(purchases.duplicate, { params: { id: order.id } });
  expect(copy.reply.lines[0]?.account).toBe('5000');
  await expect(
    sql`update purchase_order_lines set account_code = '0000' where id = ${lineOf(order)}`.execute(
      shop.app.db,
    ),
    'the database knows accounts too',
  ).rejects.toMatchObject({ code: '23503' });
});
