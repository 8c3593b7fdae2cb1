import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { fillWithDemoData } from '../../server/demo/fill-with-demo-data';
import { openDatabase, openPool } from '../../server/platform/database/open-database';
import { statementRecorder } from '../statements/record-statements';
import { copyDatabase } from './postgres-for-tests';
import { watchLocks } from './watch-locks';

/** What demo data has to offer hangs on the day: on some there is nothing to edit on the first page of orders. */
export const demoDay = new Date('2026-11-22T10:00:00Z');

const template = 'demo_template';
/** Any number that nothing else on the run's server locks. */
const oneAtATime = 20_261_122;

/**
 * A database with the firm of the demo, which is only ever copied. Filling it takes half a minute: the first file of a
 * run that asks for it does so, and whoever asks meanwhile waits.
 */
export async function demoTemplate(): Promise<string> {
  const client = new pg.Client(inject('testServer').superuser);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [oneAtATime]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    // It gets its name when it is complete.
    if (rowCount === 0) await client.query(`alter database ${await filledDatabase()} rename to ${template}`);
    return template;
  } finally {
    // With the connection goes the lock.
    await client.end();
  }
}

async function filledDatabase(): Promise<string> {
  const name = `demo_${randomBytes(6).toString('hex')}`;
  const connection = await copyDatabase(inject('testServer').template, name);
  const pool = openPool(connection, 1);
  watchLocks(pool);
  const db = openDatabase(pool).withPlugin(statementRecorder(inject('runFolder')));
  try {
    await fillWithDemoData(db, demoDay);
    // As a server that has been at work for a while knows its tables.
    await sql`analyze`.execute(db);
  } finally {
    // A database that somebody is connected to cannot be copied.
    await db.destroy();
  }
  return name;
}
