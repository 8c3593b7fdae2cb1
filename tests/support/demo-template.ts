import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { fillWithDemoData } from '../../server/demo/fill-with-demo-data';
import { openDatabase, openPool } from '../../server/platform/database/open-database';
import { copyDatabase } from './postgres-for-tests';
import { watchLocks } from './watch-locks';

/** A fixed day, because the demo data depends on it: on some days the first page of orders has nothing to edit. */
export const demoDay = new Date('2026-11-22T10:00:00Z');

const template = 'demo_template';
/** Any number that nothing else on the run's server locks. */
const oneAtATime = 20_261_122;

/**
 * The demo database, which is only ever copied. Filling it takes half a minute: the first file that needs it does so,
 * and others wait meanwhile.
 */
export async function demoTemplate(): Promise<string> {
  const client = new pg.Client(inject('testServer').superuser);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [oneAtATime]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    // It is renamed when it is complete.
    if (rowCount === 0) await client.query(`alter database ${await filledDatabase()} rename to ${template}`);
    return template;
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

async function filledDatabase(): Promise<string> {
  const name = `demo_${randomBytes(6).toString('hex')}`;
  const connection = await copyDatabase(inject('testServer').template, name);
  // As the product does at its first start.
  const pool = openPool({ ...inject('testServer').runtime, database: name }, 1);
  watchLocks(pool);
  const db = openDatabase(pool);
  try {
    await fillWithDemoData(db, demoDay);
  } finally {
    // A database with connections cannot be copied.
    await db.destroy();
  }
  const owner = new pg.Client(connection);
  await owner.connect();
  // Statistics as on a server that has been running for a while.
  await owner.query('analyze');
  await owner.end();
  return name;
}
