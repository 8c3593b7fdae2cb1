import type { Customer } from '#domain/customers/customer.contract';
import { fitsTogether, mergeCustomers as joined } from '#domain/customers/merge';
import { recordAudit } from '../../kernel/audit';
import { changesOf } from '../../kernel/imports';
import type { WriteContext } from '../../platform/http/context';
import { ensure, found, invalid } from '../../platform/http/refusal';
import { mayMerge } from './customer.rules';
import { listMergedInto, lockCustomers, pointMerged, updateCustomer } from './customers.queries';
import { currentCustomer, factsOf, valuesOf } from './save-customer';

type Asked = { readonly other_id: number; readonly version?: number | undefined };

/**
 * Merges another customer into this one, which is kept. The other stays as an inactive record that points here, and
 * so does whatever was merged into it before: there is never a chain to follow. 404, 409 and 422 as the rule says.
 */
export async function mergeCustomers(ctx: WriteContext, id: number, asked: Asked): Promise<Customer> {
  const locked = await lockCustomers(ctx.tx, [id, asked.other_id]);
  const kept = currentCustomer(found(locked.get(id), 'Customer'), asked.version);
  const other = locked.get(asked.other_id);
  if (!other) throw invalid({ other_id: 'This customer is not there any more. Choose another one.' });
  ensure(mayMerge(kept, other));
  const merged = joined(kept, other);
  ensure(fitsTogether(merged));

  const earlier = await listMergedInto(ctx.tx, other.id);
  const after = await updateCustomer(
    ctx.tx,
    id,
    { ...valuesOf(kept), ...merged, tags: [...merged.tags] },
    ctx.now,
  );
  await pointMerged(ctx.tx, [other.id, ...earlier.map(customer => customer.id)], id, ctx.now);

  const changes = changesOf(factsOf(kept), factsOf(after)) ?? { before: {}, after: {} };
  recordAudit(ctx, {
    action: 'merged',
    recordType: 'customer',
    recordId: id,
    recordName: after.name,
    before: changes.before,
    after: { ...changes.after, merged: other.number },
  });
  recordAudit(ctx, {
    action: 'merged_away',
    recordType: 'customer',
    recordId: other.id,
    recordName: other.name,
    before: { status: other.status },
    after: { status: 'inactive', merged_into: kept.number },
  });
  return after;
}
