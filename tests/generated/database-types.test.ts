import { generate, PostgresDialect } from 'kysely-codegen';
import { afterAll, beforeAll, test } from 'vitest';
import { type Database, openDatabase, openPool } from '../../server/platform/database/open-database';
import { expectCurrent } from '../support/generated-file';
import { type FreshDatabase, freshDatabase } from '../support/postgres-for-tests';

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, 2));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('the table types match the migrations', async () => {
  const types = await generate({
    db,
    dialect: new PostgresDialect({ dateParser: 'string' as never, numericParser: 'string' as never }),
    excludePattern: '{kysely_*,graphile_worker.*}',
    // Both follow the parsers that open-database.ts sets.
    typeMapping: { int8: 'number', date: 'string' },
  });
  expectCurrent('server/platform/database/tables.generated.ts', types);
});
