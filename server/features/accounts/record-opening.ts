import type { OpeningItem } from '#domain/accounts/account.contract';
import type { CalendarDate } from '#domain/kernel/dates';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';
import { findOpeningItem } from './accounts.queries';

type Entered = {
  readonly journalId: number;
  readonly narrative: string;
  readonly businessDate: CalendarDate;
  readonly approval?: { readonly segregation?: string };
};

/** Records in the audit log that an opening item was posted, and answers with it. */
export async function recordOpening(
  ctx: WriteContext,
  { journalId, narrative, businessDate, approval }: Entered,
): Promise<OpeningItem> {
  recordAudit(ctx, {
    action: 'posted',
    recordType: 'journal',
    recordId: journalId,
    recordName: narrative,
    after: { on: businessDate, ...approval },
  });
  return ensureFound(await findOpeningItem(ctx.tx, journalId), 'Opening item');
}
