import { sql } from 'kysely';
import { hashOfToken, newToken } from '../server/features/session/token';
import { fillAudit } from './fill-audit';
import { fillEmployees } from './fill-employees';
import { fillExpenses } from './fill-expenses';
import { fillLedgers } from './fill-ledgers';
import { fillMail } from './fill-mail';
import { fillSavedReports } from './fill-saved-reports';
import { fillNotifications } from './fill-notifications';
import { fillQuotes } from './fill-quotes';
import { fillSales } from './fill-sales';
import { fillStock, withoutTriggers } from './fill-stock';
import { fillTills } from './fill-tills';
import type { Database } from '../server/platform/database/open-database';
import type { SizeName } from './options';

export type Size = {
  /** And as many customers. */
  readonly suppliers: number;
  readonly orders: number;
  readonly payments: number;
  readonly products: number;
  /** With three lines on average. */
  readonly sales: number;
};

export const sizes: Readonly<Record<SizeName, Size>> = {
  quick: { suppliers: 2_000, orders: 20_000, payments: 40_000, products: 5_000, sales: 33_340 },
  full: { suppliers: 20_000, orders: 200_000, payments: 400_000, products: 50_000, sales: 333_400 },
  '1m': { suppliers: 100_000, orders: 200_000, payments: 400_000, products: 200_000, sales: 1_000_000 },
};

const administrator = 'bench@firm.example';

/** Fills the tables in bulk. */
export async function fill(db: Database, size: Size): Promise<void> {
  // Filling takes longer than any request may. The caller's pool has one connection, so this applies throughout.
  await sql.raw('set statement_timeout = 0').execute(db);
  // So that millions of rows are sorted and joined in memory.
  await sql.raw("set work_mem = '256MB'; set maintenance_work_mem = '512MB'").execute(db);
  const now = new Date();
  const { id } = await db
    .insertInto('users')
    .values({ name: 'Bench', email: administrator, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into user_roles select ${id}, id from roles where is_system`.execute(db);
  await sql`update vat_registration set is_registered = true, vat_number = 'GB123456782'`.execute(db);
  await sql`insert into users (name, email, created_at, updated_at)
    select 'Person ' || n, 'person' || n || '@firm.example', now(), now() from generate_series(1, 200) n`.execute(
    db,
  );
  for (const table of ['categories', 'brands', 'units', 'expense_categories']) {
    await sql`insert into ${sql.table(table)} (name, status, created_at, updated_at)
      select 'Record ' || n, case when n % 9 = 0 then 'inactive' else 'active' end, now(), now() from generate_series(1, 500) n`.execute(
      db,
    );
  }
  await sql`insert into sub_categories (category_id, name, created_at, updated_at)
    select c.id, c.name || ' part ' || n, now(), now() from categories c, generate_series(1, 4) n`.execute(
    db,
  );
  await sql`insert into suppliers (name, email, phone, contact_person, address, vat_number, status, created_at, updated_at)
    select md5(n::text) || ' Ltd', 'orders' || n || '@supplier.example', '01632 ' || (960000 + n), 'Contact ' || n, n || ' High Street',
      'GB' || (200000000 + n),
      case when n % 11 = 0 then 'inactive' else 'active' end, now() - n * interval '1 minute', now()
    from generate_series(1, ${size.suppliers}::int) n`.execute(db);
  await sql`insert into customers (name, kind, email, phone, billing_address, billing_postcode, credit_limit_pence, tags, status, created_at, updated_at)
    select md5('c' || n), case when n % 3 = 0 then 'company' else 'person' end, 'buyer' || n || '@customer.example',
      '01632 ' || (960000 + n), n || ' High Street', 'BS' || n % 40 || ' ' || n % 10 || 'AB', case when n % 4 = 0 then 50000 end,
      case when n % 5 = 0 then array['trade'] else '{}' end, case when n % 11 = 0 then 'inactive' else 'active' end,
      now() - n * interval '1 minute', now()
    from generate_series(1, ${size.suppliers}::int) n`.execute(db);
  await sql`insert into purchase_orders (po_number, supplier_id, order_date, total_pence, status, created_by, created_at, updated_at)
    select 'PO-' || n, 1 + n % ${size.suppliers}::int, date '2024-01-01' + n % 900, 1000 + n % 500000,
      (array['draft', 'sent', 'received', 'completed', 'cancelled'])[1 + n % 5], ${id}, now(), now()
    from generate_series(1, ${size.orders}::int) n`.execute(db);
  await withoutTriggers(db, async () => {
    await fillStock(db, size, id);
    await fillLedgers(db, id);
    await fillSales(db, { sales: size.sales, customers: size.suppliers }, id);
    await fillQuotes(db, size.sales, id);
    await fillTills(db, id);
    await fillExpenses(db, size, id);
    await fillMail(db, Math.min(size.suppliers * 5, 100_000), id);
    await fillSavedReports(db, 200, id);
    await fillNotifications(db, size.suppliers, id);
    await fillEmployees(db, id);
    await sql`insert into payments (supplier_id, purchase_order_id, payment_date, amount_pence, method, status, created_by, created_at)
    select po.supplier_id, po.id, po.order_date + 14, 1 + po.total_pence / 4, 'bank_transfer',
      (array['completed', 'completed', 'pending', 'failed'])[1 + n % 4], ${id}, now()
    from generate_series(1, ${size.payments}::int) n join purchase_orders po on po.id = 1 + n % ${size.orders}::int`.execute(
      db,
    );
    await sql`insert into payment_allocations (payment_id, purchase_order_id, amount_pence)
    select id, purchase_order_id, amount_pence from payments`.execute(db);
  });
  await fillAudit(db, id);
  await sql`insert into files (sha256, bytes, content_type, created_at) values (repeat('0', 64), 1, 'text/csv', now())`.execute(
    db,
  );
  await sql`insert into imports (kind, file_name, state, alive_at, asked_by, created_by, created_at)
    select 'products', 'catalogue ' || n || '.csv', 'undone', now(), ${id}, ${id}, now() - n * interval '1 hour'
    from generate_series(1, 500) n`.execute(db);
  await sql`insert into import_files (import_id, position, file_name, sha256, bytes, format)
    select id, 1, file_name, repeat('0', 64), 1, 'csv' from imports`.execute(db);
  await sql.raw('vacuum analyze').execute(db);
}

/** Returns the token of a new session of the administrator. */
export async function signIn(db: Database): Promise<string> {
  const token = newToken();
  const now = new Date();
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', administrator)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('sessions')
    .values({
      user_id: id,
      token_hash: hashOfToken(token),
      description: 'Bench',
      created_at: now,
      last_seen_at: now,
      // Longer than any run takes.
      expires_at: new Date(now.getTime() + 6 * 3600_000),
    })
    .execute();
  return token;
}
