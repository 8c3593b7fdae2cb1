import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sales } from '#domain/sales/sale.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  seller = await app.as('view_pos', 'create_sale', 'view_sale', 'refund_sale', 'edit_sale');
  till = await openTill(app.db, 100_000);
});
afterAll(() => app.close());

const { sent, sold } = shopFloor(() => ({ app, seller, till }));

/** The part of the migration that fills in exchanges of earlier versions. */
async function fillIn(): Promise<void> {
  const migration = new URL('../../../migrations/0170_wallet_money_of_exchanges.sql', import.meta.url);
  const text = await readFile(migration, 'utf8');
  const part = text.slice(
    text.indexOf('-- Both halves of an exchange'),
    text.indexOf('create unique index sale_tenders_pay'),
  );
  expect(part).toContain('update sale_tenders');
  await app.db.transaction().execute(tx => sql.raw(part).execute(tx));
}

test('upgrade: what earlier edits and exchanges carried over of money from a wallet is found again (W10)', async () => {
  const customer = await customerWithCredit(app.db, null, 'Wanda Ley');
  const cashier = await app.as('create_payment');
  await cashier.call(customerWallet.receive, {
    params: { id: customer },
    body: { amount: '30.00', payment_method: 'bank_transfer', top_up: true },
  });
  const product = await stockedProduct(app.db, { price: 5000 as never });
  const lines = [{ product_id: product, quantity: '1' }];
  // £30 from the wallet and £20 in cash; edited, then exchanged for the same. Another sale is exchanged without a wallet.
  const first = await sold(lines, 5000, {
    customer_id: customer,
    tenders: [
      { method: 'wallet', tendered: '30.00' },
      { method: 'cash', tendered: '20.00' },
    ],
  });
  const paidInCash = await sold(lines, 5000, { tenders: [{ method: 'cash', tendered: '50.00' }] });
  const edited = await seller.call(sales.replace, {
    params: { id: first.id },
    body: {
      reason: 'Note',
      sale: sent(lines, 5000, { customer_id: customer, tenders: [] }),
      refund_tenders: [],
    },
  });
  const exchange = async (id: number, customer_id: number | null) => {
    const { reply } = await seller.call(sales.exchange, {
      params: { id },
      body: {
        refund: {
          client_id: randomUUID(),
          session_id: till,
          reason: 'Another size',
          lines: [{ line_number: 1, quantity: '1' }],
          expected_total: '50.00',
        },
        sale: sent(lines, 5000, { customer_id, tenders: [] }),
      },
    });
    return reply.sale;
  };
  const exchanged = await exchange(edited.reply.id, customer);
  const other = await exchange(paidInCash.id, null);
  const carried = async () => {
    const { rows } = await sql<{ sale_id: number; gave: number; from_wallet: number; carried: number }>`
      select t.sale_id, n.sale_id as gave, t.from_wallet_pence as from_wallet, r.from_wallet_pence as carried
      from sale_tenders t left join credit_notes n on n.id = t.credit_note_id
        left join refund_tenders r on r.credit_note_id = n.id and r.method = 'exchange'
      where t.method = 'exchange' order by t.sale_id`.execute(app.db);
    return rows;
  };
  const expected = [
    { sale_id: edited.reply.id, gave: first.id, from_wallet: 3000, carried: 3000 },
    { sale_id: exchanged.id, gave: edited.reply.id, from_wallet: 3000, carried: 3000 },
    { sale_id: other.id, gave: paidInCash.id, from_wallet: 0, carried: 0 },
  ];
  expect(await carried()).toEqual(expected);

  // As an earlier version left them.
  await app.db.transaction().execute(async tx => {
    for (const table of ['sale_tenders', 'refund_tenders'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    await sql`update sale_tenders set credit_note_id = null, from_wallet_pence = 0`.execute(tx);
    await sql`update refund_tenders set from_wallet_pence = 0`.execute(tx);
    for (const table of ['sale_tenders', 'refund_tenders'])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  });
  await fillIn();
  expect(await carried()).toEqual(expected);
});
