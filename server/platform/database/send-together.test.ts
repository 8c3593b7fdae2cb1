import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closedGate } from '../../../tests/support/gate';
import { untilWaitingForLock } from '../../../tests/support/held-transaction';
import { freshDatabase } from '../../../tests/support/postgres-for-tests';
import { watchRoundTrips } from '../../../tests/support/watch-round-trips';
import { cancelledBy } from './cancellation';
import { type Database, openDatabase, openPool, type Tx } from './open-database';
import { preparedStatement, unawaitedStatement } from './prepared-statement';
import { ask, askTogether, known, type Question } from './send-together';
import { streamRows } from './stream-rows';
import { inTransaction } from './transaction';
import { violatedConstraint } from './database-errors';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let db: Database;
const wire = watchRoundTrips();
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase(openPool(fresh.connection, 3));
  await sql`create table notes (note text constraint notes_are_short check (length(note) < 9), nth serial)`.execute(
    db,
  );
});
beforeEach(() => sql`truncate notes restart identity`.execute(db));
afterAll(async () => {
  wire.stop();
  await db.destroy();
  await fresh.drop();
});

const write = (tx: Tx | Database, note: string) =>
  sql`${unawaitedStatement} insert into notes (note) values (${note})`.execute(tx);
const count: Question<{ count: number }, number> = {
  statement: sql`${preparedStatement} select count(*) from notes`,
  answer: rows => rows[0]?.count ?? 0,
};
const notes = async () => {
  const { rows } = await sql<{ note: string }>`select note from notes order by nth`.execute(db);
  return rows.map(({ note }) => note);
};
const roundTripsOf = async (work: () => Promise<unknown>) =>
  (await wire.during(work)).map(({ text, startsRoundTrip }) => (startsRoundTrip ? '> ' : '') + text);

test('the beginning goes with the first statement, and what no one waits for with the next one or the commit', async () => {
  const sent = await roundTripsOf(() =>
    inTransaction(db, async tx => {
      await sql`select 1 as first`.execute(tx);
      await write(tx, 'one');
      await write(tx, 'two');
      expect(await ask(tx, count)).toBe(2);
      await write(tx, 'three');
    }),
  );
  const insert = '/* plan kept, sent with the next */ insert into notes (note) values ($1)';
  expect(sent).toEqual([
    '> begin',
    'select 1 as first',
    `> ${insert}`,
    insert,
    '/* plan kept */ select count(*) from notes',
    `> ${insert}`,
    'commit',
  ]);
  expect(await notes()).toEqual(['one', 'two', 'three']);
});

test('dozens of statements sent together in work that can be stopped are not reported as a leak', async () => {
  const reported: Error[] = [];
  const note = (warning: Error) => reported.push(warning);
  process.on('warning', note);
  await cancelledBy(new AbortController().signal, () =>
    inTransaction(db, async tx => {
      for (let nth = 1; nth <= 30; nth++) await write(tx, String(nth));
      expect(await ask(tx, count)).toBe(30);
    }),
  );
  // Node reports with the next turn.
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(reported).toEqual([]);
});

test('questions are asked in one round trip, each answered after those before it', async () => {
  const answers: unknown[] = [];
  const sent = await roundTripsOf(() =>
    inTransaction(db, async tx => {
      await write(tx, 'one');
      const more: Question<{ note: string }, string | undefined> = {
        statement: sql`insert into notes (note) values ('more') returning note`,
        answer: ([row]) => row?.note,
      };
      answers.push(...(await askTogether(tx, [count, known('nothing to ask'), more, count])));
    }),
  );
  expect(answers).toEqual([1, 'nothing to ask', 'more', 2]);
  expect(sent.filter(text => text.startsWith('> '))).toEqual(['> begin', '> commit']);
});

test('what fails unseen fails the next statement or the commit, with its own error, and nothing stays', async () => {
  const tooLong = { constraint: 'notes_are_short' };
  const attempt = (next: (tx: Tx) => Promise<unknown>) =>
    inTransaction(db, async tx => {
      await write(tx, 'kept?');
      await write(tx, 'much too long');
      await write(tx, 'after');
      await next(tx);
    });
  await expect(attempt(() => Promise.resolve())).rejects.toMatchObject(tooLong);
  await expect(attempt(tx => ask(tx, count))).rejects.toMatchObject(tooLong);
  await expect(attempt(tx => askTogether(tx, [count, count]))).rejects.toMatchObject(tooLong);
  await expect(attempt(tx => sql`select 1`.execute(tx))).rejects.toMatchObject(tooLong);
  // A cursor and a query with a callback cannot be sent with others; they fail behind it.
  const streamed = attempt(async tx => {
    for await (const row of streamRows(tx, sql`select 1 as one`)) expect(row).toEqual({ one: 1 });
  });
  await expect(streamed).rejects.toThrow();
  expect(await notes()).toEqual([]);
});

test('a question that fails ends all of them, and the connection can be used again, also for rows in a stream', async () => {
  const ratio = { statement: sql<{ one: number }>`select 1 / 0 as one`, answer: () => 'never' };
  const asked = inTransaction(db, tx => askTogether(tx, [count, ratio, count]));
  await expect(asked).rejects.toThrow('division by zero');
  await write(db, 'alone');
  expect(await notes()).toEqual(['alone']);
  const streamed: unknown[] = [];
  for await (const row of streamRows(db, sql`select note from notes`)) streamed.push(row);
  expect(streamed).toEqual([{ note: 'alone' }]);
});

test('a savepoint ends before what it protects is reported as done', async () => {
  await inTransaction(db, async tx => {
    await write(tx, 'before');
    await sql`savepoint part`.execute(tx);
    const part = async () => {
      await write(tx, 'much too long');
      await sql`release savepoint part`.execute(tx);
    };
    await expect(part().catch(error => violatedConstraint(error))).resolves.toBe('notes_are_short');
    await write(tx, 'never sent');
    await sql`rollback to savepoint part`.execute(tx);
    await write(tx, 'after');
  });
  expect(await notes()).toEqual(['before', 'after']);
});

test('a transaction that is rolled back before it sent anything sends nothing', async () => {
  const sent = await roundTripsOf(() =>
    inTransaction(db, async tx => {
      await write(tx, 'never');
      throw new Error('changed their mind');
    }).catch(() => undefined),
  );
  expect(sent).toEqual([]);
  expect(await notes()).toEqual([]);
});

test('a question behind a lock sees what was committed while it waited', async () => {
  const lock = { statement: sql`select pg_advisory_xact_lock(7)`, answer: () => undefined };
  const locked = closedGate();
  const first = inTransaction(db, async tx => {
    await ask(tx, lock);
    locked.open();
    await untilWaitingForLock(db);
    await write(tx, 'seen');
  });
  await locked.opened;
  const [, seen] = await inTransaction(db, tx => askTogether(tx, [lock, count]));
  await first;
  expect(seen).toBe(1);
});
