import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseConnection } from '../../server/platform/database/embedded';

export interface FreshDatabase {
  /** Signs in as the application does: the owner of the database, no superuser. */
  readonly connection: DatabaseConnection;
  readonly name: string;
  /** Cuts every session off and removes the database. */
  drop(): Promise<void>;
}

/** A migrated, empty database of one test file's own, copied from the run's template in some 50 ms. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { application, template } = inject('testServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asSuperuser(`create database ${name} template ${template} owner ${application.user}`);
  return {
    connection: { ...application, database: name },
    name,
    drop: () => asSuperuser(`drop database if exists ${name} with (force)`),
  };
}

/** A database without any table, for what happens when it is migrated. It goes with the run. */
export async function emptyDatabase(): Promise<DatabaseConnection> {
  const { application } = inject('testServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asSuperuser(`create database ${name} template template0 owner ${application.user}`);
  return { ...application, database: name };
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client(inject('testServer').superuser);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
