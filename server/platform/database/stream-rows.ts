import type { RawBuilder } from 'kysely';
import type { Reader } from './open-database';

const rowsAtATime = 500;

/** Streams the rows of a query through a cursor, so that an export never holds a whole table in memory. */
export async function* streamRows<Row>(db: Reader, query: RawBuilder<unknown>): AsyncGenerator<Row> {
  for await (const result of db.getExecutor().stream<Row>(query.compile(db), rowsAtATime)) yield* result.rows;
}
