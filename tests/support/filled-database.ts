import { afterAll, beforeAll } from 'vitest';
import { fill, type Size } from '../../bench/fill';
import { openPlanReader, type PlanReader } from '../../bench/list-plans';
import { type Connection, openDatabase, openPool } from '../../server/platform/database/open-database';
import { freshDatabase } from './postgres-for-tests';
import { temporaryFolder } from './temporary-folder';

/** A database of that size for the tests of a file, and what reads the plans of its lists and records. */
export function useFilledDatabase(size: Size): () => { reader: PlanReader; connection: Connection } {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let reader: PlanReader;
  beforeAll(async () => {
    database = await freshDatabase();
    const db = openDatabase(openPool(database.connection, 1));
    await fill(db, size);
    await db.destroy();
    reader = await openPlanReader(database.connection, temporaryFolder());
  });
  afterAll(async () => {
    await reader.close();
    await database.drop();
  });
  return () => ({ reader, connection: database.connection });
}
