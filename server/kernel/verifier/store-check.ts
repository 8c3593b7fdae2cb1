import { sql } from 'kysely';
import { insertedId } from '../../platform/database/inserted-id';
import type { Tx } from '../../platform/database/open-database';
import { announce } from '../../platform/live/announce';
import { raiseNotifications, settleNotifications } from '../notifications';
import type { BooksCheck } from './check-books';

const kind = 'failed_books_check';
/** Scheduled runs that passed say no more after that, and there are hundreds of them a month. */
const keptForDays = 30;

/** Stores a result. The first failure notifies users (R34), and then the first one after a check that passed. */
export async function storeCheck(tx: Tx, check: BooksCheck, askedBy: number | null): Promise<number> {
  const { startedAt, finishedAt, holds, results } = check;
  const { rows: before } = await sql<{ holds: boolean }>`
    select holds from books_checks order by id desc limit 1`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    insert into books_checks (started_at, finished_at, asked_by, holds, results)
    values (${startedAt}, ${finishedAt}, ${askedBy}, ${holds}, ${JSON.stringify(results)})
    returning id`.execute(tx);
  const id = insertedId(rows);
  const forgottenFrom = new Date(finishedAt.getTime() - keptForDays * 24 * 3600_000);
  await sql`
    delete from books_checks where asked_by is null and holds and finished_at < ${forgottenFrom} and id < ${id}`.execute(
    tx,
  );
  if (holds) await settleNotifications(tx, finishedAt, kind);
  else await raiseNotifications(tx, finishedAt, [{ kind, key: 'books', ...describe(check, askedBy) }]);
  // The notice on every page appears and disappears with the result, also for users who switched the kind off.
  if ((before[0]?.holds ?? true) !== holds) await announce(tx, { topic: 'notifications' });
  return id;
}

/** The user who asked for the check reads its result on the page. */
function describe({ results }: BooksCheck, askedBy: number | null) {
  const failed = results.filter(result => !result.holds).length;
  return {
    words: `${failed === 1 ? 'A check' : `${failed} checks`} of the books failed. The Books page lists what does not agree.`,
    link: '/books',
    ...(askedBy === null ? {} : { omitted: [askedBy] }),
  };
}
