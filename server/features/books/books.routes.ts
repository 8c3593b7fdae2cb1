import { books } from '#domain/books/books.contract';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { londonDate } from '#domain/kernel/dates';
import { recordAudit } from '../../kernel/audit';
import { type Invariant, runCheck } from '../../kernel/verifier';
import { ensureFound } from '../../platform/http/refusal';
import { read, type Route, takesLong, write, writeSettled } from '../../platform/http/route';
import { findCheck, findLock } from './books.queries';
import { moveLock } from './move-lock';
import { getPostingDay } from './posting-day';
import { findVatRegistration, saveVatRegistration } from './vat-registration';

/** The check runs before the transaction of its audit entry, in a snapshot of its own. */
export const bookRoutes = (invariants: readonly Invariant[]): Route[] => [
  read(books.show, async ({ db }) => ({ check: (await findCheck(db)) ?? null, lock: await findLock(db) })),
  takesLong(
    writeSettled(books.check, {
      prepare: ({ db, actor }) => runCheck(db, invariants, () => new Date(), actor.id),
      handle: async ({ ctx, body: check }) => {
        recordAudit(ctx, {
          action: 'checked',
          recordType: 'books',
          recordId: check.id,
          recordName: 'Books',
          after: {
            holds: check.holds,
            broken: check.results.filter(result => !result.holds).map(({ id }) => id),
          },
        });
        return { id: check.id };
      },
      settle: async ({ db }, { id }) => ensureFound(await findCheck(db, id), 'Check'),
    }),
  ),
  read(books.postingDay, ({ db, query, now }) => getPostingDay(db, query.date, londonDate(now))),
  write(books.lock, ({ ctx, body }) => moveLock(ctx, body)),
  read(vatRegistration.get, ({ db }) => findVatRegistration(db)),
  write(vatRegistration.save, ({ ctx, body }) => saveVatRegistration(ctx, body)),
];
