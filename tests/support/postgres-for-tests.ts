import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseConnection } from '../../server/platform/database/embedded';

export interface FreshDatabase {
  /** Signs in as the owner of the database, which is not a superuser. */
  readonly connection: DatabaseConnection;
  /** Signs in as the application does. */
  readonly runtime: DatabaseConnection;
  readonly name: string;
  /** Ends every session and drops the database. */
  drop(): Promise<void>;
}

/** A database for one test file, copied in some 50 ms from the run's template: migrated and empty. */
export async function freshDatabase(template = inject('testServer').template): Promise<FreshDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  return {
    connection: await copyDatabase(template, name),
    runtime: { ...inject('testServer').runtime, database: name },
    name,
    drop: () => asSuperuser(`drop database if exists ${name} with (force)`),
  };
}

/** A database without tables, for tests of migrations. It is dropped with the run. */
export const emptyDatabase = (): Promise<DatabaseConnection> =>
  copyDatabase('template0', `test_${randomBytes(6).toString('hex')}`);

export async function copyDatabase(template: string, name: string): Promise<DatabaseConnection> {
  const { application } = inject('testServer');
  // As files: through the buffers and the log, as by default, it takes the server three times the work.
  await asSuperuser(
    `create database ${name} template ${template} strategy file_copy owner ${application.user}`,
  );
  // Rights in a database as a whole are not copied.
  await asSuperuser(`revoke temporary on database ${name} from public`);
  return { ...application, database: name };
}

/** Runs one statement as the superuser of the run. */
export async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client(inject('testServer').superuser);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
