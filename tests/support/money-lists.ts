import { sql } from 'kysely';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockLevels } from '#domain/stock/stock-level.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { someSupplier } from './books';
import { demoDay } from './demo-template';
import type { TestApp } from './test-app';

/**
 * Adds to the demo data what it lacks for every list with amounts to have rows: supplier credit notes and VAT adjustments,
 * one of each reversed, bills old enough for VAT relief, stock adjustments, and exceptions of paid sales.
 */
export async function fillMoneyLists(app: TestApp): Promise<void> {
  const admin = await app.as('admin');
  const must = async <Reply>(call: Promise<{ status: number; reply: Reply; refusal: unknown }>) => {
    const { status, reply, refusal } = await call;
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(refusal)}`);
    return reply;
  };
  const supplier_id = await someSupplier(app.db, 'Quayside & Sons');
  const reason = 'Entered twice';

  const credited = (net: string) =>
    must(
      admin.call(supplierDocuments.credit, {
        body: {
          supplier_id,
          supplier_credit_number: `THEIRS-${net}`,
          credit_date: '2026-11-20',
          reason: 'Rebate',
          lines: [{ description: 'Rebate', net, vat: '0.00', vat_code: 'O', account: '4900' }],
        },
      }),
    );
  await credited('10.00');
  await credited('25.00');
  const { id: credit } = await credited('40.00');
  await must(
    admin.call(supplierDocuments.reverseCredit, {
      params: { id: credit },
      body: { reason, free_payments: true },
    }),
  );

  const lines = [{ description: 'Cleaning', net: '50.00', vat: '10.00', account: '5000' }];
  for (const bill_date of ['2026-01-10', '2026-02-10'])
    await must(
      admin.call(supplierDocuments.bill, {
        body: {
          supplier_id,
          supplier_bill_number: `BILL ${bill_date}`,
          bill_date,
          date_reason: 'Found late',
          lines,
        },
      }),
    );

  const adjusted = (box_4: string) =>
    must(
      admin.call(vatAdjustments.create, {
        body: { reason: 'partial_exemption', description: 'From the accountant', box_4, account: '6900' },
      }),
    );
  await adjusted('-12.00');
  await adjusted('-7.50');
  const { id: adjustment } = await adjusted('-99.00');
  await must(admin.call(vatAdjustments.reverse, { params: { id: adjustment }, body: { reason } }));

  const { data } = await must(admin.call(stockLevels.list, { query: { stock_state: 'in_stock' } }));
  for (const [index, { id: product_id }] of data.slice(0, 3).entries())
    await must(
      admin.call(stockAdjustments.create, {
        body: { reason: index === 0 ? 'lost' : 'damaged', lines: [{ product_id, quantity: '-1' }] },
      }),
    );

  await sql`insert into sale_exceptions (sale_id, kind, words, amount_pence, raised_at)
    select id, case place when 1 then 'credit' else 'price' end, 'Unusual', case place when 2 then null else 100 * place end,
      ${demoDay}::timestamptz
    from (select id, row_number() over (order by id) as place from sales order by id limit 4) s`.execute(
    app.db,
  );
}
