import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { countOf } from '#domain/kernel/count-of';
import { type Pence, toPence } from '#domain/kernel/money';
import { copyAudits } from '../../kernel/audit';
import type { ImportContext } from '../../kernel/imports';
import { credit, debit, postJournal, systemAccounts } from '../../kernel/ledger';
import { restoreUnitCosts } from '../../kernel/stock';
import { auditJournal } from './audit-journal';

/**
 * Finishes an undo: VAT clearing, unit costs, and the records that the import added. Returns what remains, in
 * sentences.
 */
export async function finishUndo(ctx: ImportContext): Promise<string[]> {
  await sql`set local statement_timeout = '60s'`.execute(ctx.tx);
  await unclearVat(ctx);
  await restoreUnitCosts(ctx, ctx.importId);
  const products = await archiveProducts(ctx);
  const customers = await retireCustomers(ctx);
  const added = [
    ...(products > 0 ? [`${countOf(products, 'product')} (archived)`] : []),
    ...(customers > 0 ? [`${countOf(customers, 'customer')} (inactive)`] : []),
  ];
  return added.length === 0
    ? []
    : [
        `Kept because reversed documents refer to them: ${added.join(' and ')}. They are used again if you import the history again.`,
      ];
}

/** Reverses the clearing of VAT returned elsewhere, on the days it was posted. */
async function unclearVat(ctx: ImportContext): Promise<void> {
  const { rows } = await sql<{ day: CalendarDate; cleared: Pence }>`
    select l.business_date as day, sum(l.debit_pence - l.credit_pence)::bigint as cleared from vat_cut_over_journals c
    join journal_lines l on l.journal_id = c.journal_id and l.account_code = ${systemAccounts.outputVat}
    where c.import_id = ${ctx.importId} group by 1 having sum(l.debit_pence - l.credit_pence) <> 0 order by 1`.execute(
    ctx.tx,
  );
  for (const { day, cleared } of rows) {
    const narrative = 'VAT on imported sales history, import undone';
    const journal = await postJournal(ctx, {
      businessDate: day,
      kind: 'vat_return',
      narrative,
      document: { type: 'import', id: ctx.importId, number: null },
      reason: 'Import undone',
      lines: [
        debit(systemAccounts.outputVat, toPence(0 - cleared)),
        credit(systemAccounts.vatPayable, toPence(0 - cleared)),
      ],
    });
    if (!journal) continue;
    auditJournal(ctx, journal.id, { name: narrative, on: day, amount: toPence(0 - cleared) });
    await sql`insert into vat_cut_over_journals (journal_id, import_id) values (${journal.id}, ${ctx.importId})`.execute(
      ctx.tx,
    );
  }
}

/** Products with stock movements are never deleted; those not used elsewhere are archived. */
async function archiveProducts(ctx: ImportContext): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update products p set status = 'archived', version = p.version + 1, updated_at = ${ctx.now}
    from sales_history_products h join stock_pools s on s.product_id = h.product_id
    where h.import_id = ${ctx.importId} and h.is_added and p.id = h.product_id and p.status <> 'archived' and s.quantity = 0
      and not exists (select from sale_lines l join sales d on d.id = l.sale_id where l.product_id = p.id and d.status <> 'undone')
      and not exists (select from purchase_order_lines l where l.product_id = p.id)
    returning p.id`.execute(ctx.tx);
  await auditStatus(ctx, 'products', rows);
  return rows.length;
}

async function retireCustomers(ctx: ImportContext): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update customers c set status = 'inactive', version = c.version + 1, updated_at = ${ctx.now}
    from sales_history_customers h
    where h.added_by = ${ctx.importId} and c.id = h.customer_id and c.status = 'active'
      and not exists (select from party_balances b where b.customer_id = c.id and b.balance_pence <> 0)
      and not exists (select from sales s where s.customer_id = c.id and s.status <> 'undone')
    returning c.id`.execute(ctx.tx);
  await auditStatus(ctx, 'customers', rows);
  return rows.length;
}

const auditStatus = (
  ctx: ImportContext,
  table: 'products' | 'customers',
  rows: readonly { readonly id: number }[],
): Promise<void> =>
  copyAudits(
    ctx.tx,
    ctx,
    sql`select id as position, ${table === 'products' ? 'archived' : 'edited'}::text as action,
      ${table === 'products' ? 'product' : 'customer'}::text as record_type, id as record_id, name::text as record_name,
      null::jsonb as before, jsonb_build_object('status', status) as after
      from ${sql.table(table)} where id = any(${rows.map(({ id }) => id)}::bigint[])`,
  );
