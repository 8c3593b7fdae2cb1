import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../../../tests/support/postgres-for-tests';
import { migrationNames, migrateThrough, migrateToLatest } from '../../../platform/database/migrate';
import { openDatabase, openPool } from '../../../platform/database/open-database';

const step = '0085_unit_costs';

test('F08 upgrade: prices and costs in whole pence are the same in pounds, including what is waiting for approval', async () => {
  const db = openDatabase(openPool(await emptyDatabase(), 2));
  try {
    await migrateThrough(db, migrationNames[migrationNames.indexOf(step) - 1] ?? '');
    await sql`
      with person as (insert into users (name, email, password_hash, created_at, updated_at)
        values ('Ada', 'ada@firm.example', '', now(), now()) returning id),
      supplier as (insert into suppliers (name, created_at, updated_at) values ('Bags', now(), now()) returning id),
      placed as (insert into purchase_orders (po_number, supplier_id, order_date, status, total_pence, net_pence, created_by, created_at, updated_at)
        select 'PO-1', supplier.id, '2026-03-01', 'draft', 3705, 3705, person.id, now(), now() from supplier, person returning id)
      insert into purchase_order_lines (purchase_order_id, line_number, description, unit, quantity, unit_price_pence, vat_code, vat_percent,
        net_pence, vat_pence, gross_pence)
      select id, place, 'Bags', 'Each', 3, price, 'Z', 0, price * 3, 0, price * 3
      from placed, (values (1, 1235), (2, 0), (3, 1000000000000)) as lines (place, price)`.execute(db);
    await sql`
      insert into purchase_order_waiting_revisions (purchase_order_id, body, lines, total_pence, asked_by, asked_at)
      select po.id, '{}', '[{"description": "Bags", "unit": "Each", "quantity": 3000, "unit_price": 1235, "gross": 3705}]', 3705, u.id, now()
      from purchase_orders po, users u`.execute(db);
    await sql`insert into units (name, created_at, updated_at) values ('Each', now(), now()) on conflict do nothing`.execute(
      db,
    );
    await sql`
      insert into products (sku, name, unit_id, vat_code, price_pence, price_includes_vat, standard_cost_pence, created_at, updated_at)
      select 'BAG', 'Bag', min(id), 'S', 10, true, 3, now(), now() from units`.execute(db);
    await migrateToLatest(db);
    const lines =
      await sql`select unit_price::text, net_pence from purchase_order_lines order by line_number`.execute(
        db,
      );
    expect(lines.rows).toEqual([
      { unit_price: '12.350000', net_pence: 3705 },
      { unit_price: '0.000000', net_pence: 0 },
      { unit_price: '10000000000.000000', net_pence: 3_000_000_000_000 },
    ]);
    const products = await sql`select standard_cost::text from products`.execute(db);
    expect(products.rows).toEqual([{ standard_cost: '0.030000' }]);
    const waiting = await sql`select lines from purchase_order_waiting_revisions`.execute(db);
    expect(waiting.rows).toEqual([
      { lines: [{ description: 'Bags', unit: 'Each', quantity: 3000, unit_price: '12.35', gross: 3705 }] },
    ]);
  } finally {
    await db.destroy();
  }
});
