import { sql } from 'kysely';
import { isAdministrator } from '#domain/kernel/access';
import type { BodyOf } from '#domain/kernel/call';
import { formatDate, londonDate } from '#domain/kernel/dates';
import type { BooksLock, books } from '#domain/books/books.contract';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { conflict, forbidden, invalid } from '../../platform/http/refusal';
import { countUnbilledReceipts, findLastCheck, findLock, storeLock } from './books.queries';

type LockBody = BodyOf<typeof books.lock>;

/**
 * Moves the lock date (rule D5). Forward: not to today or later, not while the last check found something, and not
 * over receipts that wait for their bill unless that is meant. Back: only by an administrator. Both with a reason.
 */
export async function moveLock(ctx: WriteContext, body: LockBody): Promise<BooksLock> {
  await sql`select from books_lock for update`.execute(ctx.tx);
  const before = await findLock(ctx.tx);
  if (body.version !== undefined && body.version !== before.version)
    throw conflict('Somebody else moved the lock date meanwhile. Look at it again.', before);
  const { locked_through: through } = body;
  if (through === before.locked_through)
    throw invalid({ locked_through: 'The books are locked through this day already.' });
  const isBack = before.locked_through !== null && (through === null || through < before.locked_through);
  if (isBack) ensureAdministrator(ctx);
  else await ensureMayClose(ctx, body);
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
  if (!isAdministrator(ctx.actor))
    throw forbidden(
      'Only an administrator opens days that are closed. Ask one, or correct with a posting of today.',
    );
}

async function ensureMayClose(
  ctx: WriteContext,
  { locked_through: through, accept_unbilled }: LockBody,
): Promise<void> {
  if (through === null) return;
  if (through >= londonDate(ctx.now))
    throw invalid({ locked_through: 'Choose a day before today: today is still being worked on.' });
  const check = await findLastCheck(ctx.tx);
  if (check && !check.holds)
    throw conflict(
      'The last check of the books found something that does not hold. Put it right and check again first.',
    );
  const unbilled = await countUnbilledReceipts(ctx.tx, through);
  if (unbilled > 0 && !accept_unbilled)
    throw invalid({
      accept_unbilled: `${unbilled} ${unbilled === 1 ? 'receipt' : 'receipts'} up to ${formatDate(through)} ${unbilled === 1 ? 'waits' : 'wait'} for a bill. Confirm to close the period all the same.`,
    });
}
