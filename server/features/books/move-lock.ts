import { sql } from 'kysely';
import { passesRecordRule } from '#domain/kernel/record-rules';
import type { BodyOf } from '#domain/kernel/call';
import { formatDate, londonDate } from '#domain/kernel/dates';
import type { BooksLock, books } from '#domain/books/books.contract';
import { recordAudit } from '../../kernel/audit';
import { lockBooks } from '../../kernel/locks';
import type { WriteContext } from '../../platform/http/context';
import { conflict, forbidden, invalid } from '../../platform/http/refusal';
import { countUnbilledReceipts, findCheck, findLock, storeLock } from './books.queries';

type LockBody = BodyOf<typeof books.lock>;

/**
 * Changes the lock date (rule D5). Forward: not to today or later, not after a failed check, and not over
 * unbilled goods receipts without confirmation. Back: administrators only. Both need a reason.
 */
export async function moveLock(ctx: WriteContext, body: LockBody): Promise<BooksLock> {
  await sql`select from books_lock for update`.execute(ctx.tx);
  // Postings under way are in before the date is checked and moved; the others find it moved.
  await lockBooks(ctx.tx);
  const before = await findLock(ctx.tx);
  if (body.version !== undefined && body.version !== before.version)
    throw conflict('The lock date changed while you were editing it. Review it and try again.', before);
  const { locked_through: through } = body;
  if (through === before.locked_through)
    throw invalid({ locked_through: 'The books are already locked up to this date.' });
  const isBack = before.locked_through !== null && (through === null || through < before.locked_through);
  if (isBack) ensureAdministrator(ctx);
  else await ensureCanClose(ctx, body);
  await storeLock(ctx.tx, { through, reason: body.reason, movedBy: ctx.actor.id, movedAt: ctx.now });
  recordAudit(ctx, {
    action: isBack ? 'unlocked' : 'locked',
    recordType: 'books',
    recordId: 1,
    recordName: 'Books',
    before: { locked_through: before.locked_through },
    after: { locked_through: through, reason: body.reason },
  });
  return findLock(ctx.tx);
}

function ensureAdministrator(ctx: WriteContext): void {
  if (!passesRecordRule('closedDays', ctx.actor))
    throw forbidden('Only an administrator can reopen closed days. Ask one, or post a correction today.');
}

async function ensureCanClose(
  ctx: WriteContext,
  { locked_through: through, accept_unbilled }: LockBody,
): Promise<void> {
  if (through === null) return;
  if (through >= londonDate(ctx.now))
    throw invalid({ locked_through: 'Choose a date before today. Today cannot be locked yet.' });
  const check = await findCheck(ctx.tx);
  if (check && !check.holds)
    throw conflict('The last check of the books found a problem. Correct it and run the check again first.');
  const unbilled = await countUnbilledReceipts(ctx.tx, through);
  if (unbilled > 0 && !accept_unbilled)
    throw invalid({
      accept_unbilled: `${unbilled} goods ${unbilled === 1 ? 'receipt' : 'receipts'} up to ${formatDate(through)} ${unbilled === 1 ? 'is' : 'are'} not billed yet. Confirm to close the period anyway.`,
    });
}
