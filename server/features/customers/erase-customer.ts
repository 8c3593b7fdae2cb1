import { sql } from 'kysely';
import { eraseAudits, eraseSaleAudits, recordAudit } from '../../kernel/audit';
import { askToKeepErasures } from '../../kernel/backups';
import { eraseImportedData, eraseImportedOpenings } from '../../kernel/imports';
import type { Reader } from '../../platform/database/open-database';
import { deleteNotificationsOf } from '../../kernel/notifications';
import type { WriteContext } from '../../platform/http/context';
import { ensureUnchanged } from '../../platform/http/ensure-current';
import { eraseAnswers } from '../../platform/http/erase-answers';
import { ensure } from '../../platform/http/refusal';
import { hasNothingOpen, canErase } from './customer.rules';
import { eraseFilesOfCustomers } from './customer-attachments';
import { blankCustomers, findLedgerState, listMergedInto, lockCustomers } from './customers.queries';
import {
  eraseCorrectedInvoices,
  eraseLetters,
  erasePaymentNotes,
  eraseQuoteDetails,
} from './erase-customer.queries';
import { eraseHeldSales } from './erase-held-sales';
import { currentCustomer } from './save-customer';

type Input = { readonly reason: string; readonly version?: number | undefined };

/**
 * Permanently erases the personal data of a customer and of everyone merged into them. The records stay for
 * the books under a neutral name; the audit log records the erasure and its reason, not the data. Customers
 * with open items cannot be erased (rule K4).
 */
export async function eraseCustomer(
  ctx: WriteContext,
  id: number,
  { reason, version }: Input,
): Promise<{ message: string }> {
  const customer = currentCustomer((await lockCustomers(ctx.tx, [id])).get(id), version, ensureUnchanged);
  ensure(canErase(customer));
  // A concurrent merge into this customer would need this lock first.
  const merged = await listMergedInto(ctx.tx, id);
  const ids = [id, ...merged.map(other => other.id)];
  // A till may be holding a sale for one of them: it is seen below, or sees that they were erased.
  await lockCustomers(ctx.tx, ids);
  // Posting to the ledger locks the record, so nothing can be added meanwhile.
  ensure(hasNothingOpen(customer, await findLedgerState(ctx.tx, ids)));
  await eraseCustomerData(ctx, ids, reason);
  await askToKeepErasures(ctx.tx);
  return { message: 'Personal data erased.' };
}

/** Removes the personal data of these customers everywhere, and records the erasure. */
async function eraseCustomerData(ctx: WriteContext, ids: readonly number[], reason: string): Promise<void> {
  const emptied = await eraseHeldSales(ctx, ids);
  await blankCustomers(ctx.tx, ids, reason, ctx.now);
  await eraseQuoteDetails(ctx.tx, ids);
  await eraseCorrectedInvoices(ctx.tx, ids);
  await eraseFilesOfCustomers(ctx.tx, ids);
  await eraseLetters(ctx.tx, ids);
  await eraseImportedData(ctx.tx, 'customers', ids);
  await eraseImportedOpenings(ctx.tx, ids);
  await erasePaymentNotes(ctx.tx, ids);
  await eraseAudits(ctx.tx, 'customer', ids, ctx.now);
  await eraseSaleAudits(ctx.tx, ids, ctx.now);
  await eraseAnswers(ctx.tx, { routes: '/customers', named: 'customer' }, ids);
  await deleteNotificationsOf(ctx.tx, 'credit_limit', ids);
  await deleteNotificationsOf(ctx.tx, 'overdue_invoice', ids);
  await deleteNotificationsOf(ctx.tx, 'overdue_opening', ids);
  for (const erased of ids)
    recordAudit(ctx, {
      action: 'erased',
      recordType: 'customer',
      recordId: erased,
      recordName: `Erased customer ${erased}`,
      after: { reason, ...(emptied.length > 0 ? { emptied } : {}) },
    });
}

/** An erased customer, with just enough to find the record again. */
type Erased = { readonly id: number; readonly created_at: Date; readonly reason: string };

export async function listErasedCustomers(db: Reader): Promise<(Erased & { readonly erased_at: Date })[]> {
  const { rows } = await sql<Erased & { erased_at: Date }>`
    select id, created_at, erased_at, erased_reason as reason from customers where erased_at is not null order by id`.execute(
    db,
  );
  return rows;
}

/**
 * After a restore, erases the customers who were erased since the backup (rule K7), even with open items; so does removing
 * sample data. A
 * record with the same number but another creation time is a different customer. Returns how many were
 * erased.
 */
export async function eraseCustomersAgain(ctx: WriteContext, erased: readonly Erased[]): Promise<number> {
  const { rows } = await sql<{ id: number; reason: string }>`
    select c.id, e.reason
    from unnest(${erased.map(({ id }) => id)}::bigint[], ${erased.map(one => one.created_at.toISOString())}::timestamptz[],
      ${erased.map(({ reason }) => reason)}::text[]) as e (id, created_at, reason)
    join customers c on c.id = e.id and date_trunc('milliseconds', c.created_at) = date_trunc('milliseconds', e.created_at)
    where c.erased_at is null and not c.is_walk_in order by c.id for update of c`.execute(ctx.tx);
  for (const reason of new Set(rows.map(row => row.reason)))
    await eraseCustomerData(
      ctx,
      rows.filter(row => row.reason === reason).map(({ id }) => id),
      reason,
    );
  return rows.length;
}
