import type { Customer } from '#domain/customers/customer.contract';
import { fitsLimits, mergedCustomer } from '#domain/customers/merge';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { changesOf } from '../../kernel/imports';
import { lockParties, moveOpenItems } from '../../kernel/parties';
import type { WriteContext } from '../../platform/http/context';
import { ensureUnchanged } from '../../platform/http/ensure-current';
import { ensure, ensureFound, invalid } from '../../platform/http/refusal';
import { moveFilesOfCustomers } from './customer-attachments';
import { canMerge } from './customer.rules';
import {
  hasOpenItems,
  listMergedInto,
  lockCustomers,
  pointMerged,
  updateCustomer,
} from './customers.queries';
import { currentCustomer, factsOf, valuesOf } from './save-customer';

type Input = { readonly other_id: number; readonly version?: number | undefined };

/**
 * Merges another customer into this one. The other stays as an inactive record that points here, as do those
 * merged into it before, so there are never chains. Its open items move over. 404, 409 and 422 by the rule.
 */
export async function mergeCustomers(ctx: WriteContext, id: number, input: Input): Promise<Customer> {
  const locked = await lockCustomers(ctx.tx, [id, input.other_id]);
  const kept = currentCustomer(ensureFound(locked.get(id), 'Customer'), input.version, ensureUnchanged);
  const other = locked.get(input.other_id);
  if (!other) throw invalid({ other_id: 'This customer no longer exists. Choose another.' });
  ensure(canMerge(kept, other));
  const merged = mergedCustomer(kept, other);
  ensure(fitsLimits(merged));

  const earlier = await listMergedInto(ctx.tx, other.id);
  const after = await updateCustomer(
    ctx.tx,
    id,
    { ...valuesOf(kept), ...merged, tags: [...merged.tags] },
    ctx.now,
  );
  await pointMerged(ctx.tx, [other.id, ...earlier.map(customer => customer.id)], id, ctx.now);
  await moveFilesOfCustomers(ctx.tx, [other.id], id);

  const moved = await moveLedger(ctx, other, after);

  const changes = changesOf(factsOf(kept), factsOf(after)) ?? { before: {}, after: {} };
  recordAudit(ctx, {
    action: 'merged',
    recordType: 'customer',
    recordId: id,
    recordName: after.name,
    before: changes.before,
    after: { ...changes.after, merged: other.number, ...moved },
  });
  recordAudit(ctx, {
    action: 'merged_away',
    recordType: 'customer',
    recordId: other.id,
    recordName: other.name,
    before: { status: other.status },
    after: { status: 'inactive', merged_into: kept.number, ...moved },
  });
  return after;
}

/** Debts and credit move unchanged (rules W1, R6); nothing is posted without open items. */
async function moveLedger(
  ctx: WriteContext,
  from: Customer,
  to: Customer,
): Promise<{ balance?: string; transfer?: string }> {
  if (!(await hasOpenItems(ctx.tx, from.id))) return {};
  const businessDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate);
  const reason = `${from.number} merged into ${to.number}`;
  const ledgerOf = await lockParties(ctx.tx, 'customer', [from.id, to.id]);
  const moved = await moveOpenItems(ctx, {
    from: { ...ledgerOf(from.id), number: from.number },
    to: { ...ledgerOf(to.id), number: to.number },
    reason,
    businessDate,
  });
  return moved === null ? {} : { ...moved, balance: formatPounds(moved.balance) };
}
