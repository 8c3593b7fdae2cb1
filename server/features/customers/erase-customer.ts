import { recordAudit } from '../../kernel/audit';
import { forgetImported } from '../../kernel/imports';
import { forgetNotificationsOf } from '../../kernel/notifications';
import type { WriteContext } from '../../platform/http/context';
import { ensure } from '../../platform/http/refusal';
import { hasNothingOpen, mayErase } from './customer.rules';
import {
  blankCustomers,
  findLedgerState,
  forgetLetters,
  forgetQuotes,
  listMergedInto,
  lockCustomers,
} from './customers.queries';
import { currentCustomer } from './save-customer';

type Asked = { readonly reason: string; readonly version?: number | undefined };

/**
 * Erases the personal data of a customer and of everything that was merged into them, for good. The records stay for
 * the books under a name that says nothing; the audit log notes that it happened and why, not what was there. Nobody
 * is erased while something is open with them (rule K4).
 */
export async function eraseCustomer(
  ctx: WriteContext,
  id: number,
  { reason, version }: Asked,
): Promise<{ message: string }> {
  const customer = currentCustomer((await lockCustomers(ctx.tx, [id])).get(id), version);
  ensure(mayErase(customer));
  // Nobody merges into this one meanwhile: that would lock it first.
  const merged = await listMergedInto(ctx.tx, id);
  const ids = [id, ...merged.map(other => other.id)];
  // Who posts to the ledger holds the record, so nothing is added meanwhile.
  ensure(hasNothingOpen(customer, await findLedgerState(ctx.tx, ids)));
  await blankCustomers(ctx.tx, ids, reason, ctx.now);
  await forgetQuotes(ctx.tx, ids);
  await forgetLetters(ctx.tx, ids);
  await forgetImported(ctx.tx, 'customers', ids);
  await forgetNotificationsOf(ctx.tx, 'credit_limit', ids);
  for (const erased of ids)
    recordAudit(ctx, {
      action: 'erased',
      recordType: 'customer',
      recordId: erased,
      recordName: `Erased customer ${erased}`,
      after: { reason },
    });
  return { message: 'The personal data is erased.' };
}
