import { sql } from 'kysely';
import type { Database } from '../server/platform/database/open-database';

const ofCustomer = 5;

/**
 * Every fourth customer buys on account: four invoices of £10, due over a year, and £5 of credit. Triggers are off, so
 * balances are written as the items would have left them.
 */
export async function fillLedgers(db: Database, userId: number): Promise<void> {
  await sql`
    insert into journals (business_date, kind, narrative, document_type, document_id, document_number, posted_by, posted_at)
    select date '2026-01-01' + ((c.id * 7 + n * 60) % 300)::int, 'customer_adjustment', 'Bench', 'bench', c.id * ${ofCustomer}::int + n,
      'B-' || c.id || '-' || n, ${userId}, now()
    from customers c cross join generate_series(0, ${ofCustomer - 1}::int) n where c.id % 4 = 0 and not c.is_walk_in`.execute(
    db,
  );
  await sql`
    insert into journal_lines (journal_id, line_number, business_date, account_code, debit_pence, credit_pence, customer_id)
    select j.id, line.number, j.business_date, line.account, line.debit, line.credit,
      case line.account when '1100' then j.document_id / ${ofCustomer}::int end
    from journals j join (values (false, 1, '1100', 1000, 0), (false, 2, '4000', 0, 1000), (true, 1, '1020', 500, 0), (true, 2, '1100', 0, 500))
      as line (is_credit, number, account, debit, credit) on line.is_credit = (j.document_id % ${ofCustomer}::int = 0)
    where j.document_type = 'bench'`.execute(db);
  await sql`
    insert into party_balances (customer_id, balance_pence)
    select document_id / ${ofCustomer}::int, ${(ofCustomer - 1) * 1000 - 500}::int from journals
    where document_type = 'bench' and document_id % ${ofCustomer}::int = 0`.execute(db);
  await sql`
    insert into party_items (customer_id, side, kind, document_type, document_id, document_number, business_date, due_on,
      amount_pence, journal_id, posted_at)
    select document_id / ${ofCustomer}::int, case document_id % ${ofCustomer}::int when 0 then 'credit' else 'debit' end,
      case document_id % ${ofCustomer}::int when 0 then 'receipt' else 'invoice' end, document_type, document_id, document_number,
      business_date, business_date + 30, case document_id % ${ofCustomer}::int when 0 then 500 else 1000 end, id, now()
    from journals where document_type = 'bench'`.execute(db);
}
