import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Reader, Tx } from './open-database';

const rowsAtATime = 500;

/** Within one transaction, each cursor has a name of its own. */
let cursors = 0;

/**
 * Streams the rows of a query through a cursor, so that an export never holds a whole table in memory. The time limit
 * of a statement holds for each fetch: over the whole cursor it would cut long exports off (F64).
 */
export async function* streamRows<Row>(db: Reader, query: RawBuilder<unknown>): AsyncGenerator<Row> {
  const { sql, parameters } = query.compile(db);
  if (db.isTransaction) return yield* fetchAll<Row>(db, sql, parameters);
  const own = await db.startTransaction().execute();
  try {
    yield* fetchAll<Row>(own, sql, parameters);
  } finally {
    // Nothing was written. A lost connection fails the fetch, and has no transaction any more.
    await own
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}

async function* fetchAll<Row>(
  tx: Reader | Tx,
  statement: string,
  parameters: readonly unknown[],
): AsyncGenerator<Row> {
  cursors += 1;
  const cursor = `rows_${cursors}`;
  const run = (text: string, values: readonly unknown[] = []) =>
    tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  await run(`declare ${cursor} no scroll cursor for ${statement}`, parameters);
  for (;;) {
    const { rows } = await run(`fetch ${rowsAtATime} from ${cursor}`);
    yield* rows;
    if (rows.length < rowsAtATime) break;
  }
  await run(`close ${cursor}`);
}
