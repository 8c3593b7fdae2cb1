import { books } from '#domain/books/books.contract';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { londonDate } from '#domain/kernel/dates';
import { recordAudit } from '../../kernel/audit';
import { type Invariant, runCheck } from '../../kernel/verifier';
import { read, type Route, write, writeSettled } from '../../platform/http/route';
import { findLastCheck, findLock } from './books.queries';
import { moveLock } from './move-lock';
import { getPostingDay } from './posting-day';
import { findVatRegistration, saveVatRegistration } from './vat-registration';

/** The check runs before the transaction of its audit entry, in a snapshot of its own. */
export const bookRoutes = (invariants: readonly Invariant[]): Route[] => [
  read(books.show, async ({ db }) => ({ check: await findLastCheck(db), lock: await findLock(db) })),
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
      return { check, askedBy: ctx.actor.name };
    },
    settle: async (_read, { check, askedBy }) => ({
      started_at: check.startedAt,
      finished_at: check.finishedAt,
      asked_by: askedBy,
      holds: check.holds,
      results: check.results.map(result => ({ ...result, breaches: [...result.breaches] })),
    }),
  }),
  read(books.postingDay, ({ db, query, now }) => getPostingDay(db, query.date, londonDate(now))),
  write(books.lock, ({ ctx, body }) => moveLock(ctx, body)),
  read(vatRegistration.get, ({ db }) => findVatRegistration(db)),
  write(vatRegistration.save, ({ ctx, body }) => saveVatRegistration(ctx, body)),
];
