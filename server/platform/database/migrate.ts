import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type pg from 'pg';
import type { Database, Tx } from './open-database';
import type { Steps } from '../report-steps';
import { StartRefused } from '../start-refused';

const files = import.meta.glob<string>('../../migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * A migration that waits for a table makes all other users of it wait as well, so it gives up soon, to be tried again.
 */
const lockTimeout = `set local lock_timeout = '3s'`;

/** Every migration by file name, in order. Forward only. */
const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [
    path.replace(/^.*\//, '').replace(/\.sql$/, ''),
    {
      up: async (db: Kysely<unknown>) => {
        await sql.raw(lockTimeout).execute(db);
        await sql.raw(text).execute(db);
      },
    },
  ]),
);

/** The migrations that this version of the product knows, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations).sort();

const migratorOf = (db: Database, steps: Record<string, Migration> = migrations) =>
  new Migrator({
    db,
    provider: { getMigrations: async () => steps },
    // Merged branches may add a migration with a lower number than one already applied. Each depends on lower numbers
    // only, so it can be applied late (F94).
    allowUnorderedMigrations: true,
  });

/** Creates the schema in an empty database up to one of the migrations. */
export async function migrateThrough(db: Database, step: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(step);
  if (error) throw error;
}

/**
 * The migrations to be applied to a database that is in use; none for an empty one, and for one that a newer version
 * has migrated. `isCurrent`: exactly those of this version have been applied.
 */
export async function readMigrationState(
  db: Database,
): Promise<{ readonly isCurrent: boolean; readonly pending: readonly string[] }> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('public.kysely_migration') is not null as exists`.execute(db);
  if (rows[0]?.exists !== true) return { isCurrent: false, pending: [] };
  const { rows: found } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const applied = new Set(found.map(({ name }) => name));
  const pending = migrationNames.filter(name => !applied.has(name));
  const isKnown = applied.size === migrationNames.length - pending.length;
  return {
    isCurrent: isKnown && pending.length === 0,
    pending: isKnown && applied.size > 0 ? pending : [],
  };
}

/** Whether the database still has exactly the migrations of this version: a later one may have upgraded it. */
export async function hasOwnSchema(session: pg.ClientBase): Promise<boolean> {
  const { rows } = await session.query<{ name: string }>('select name from kysely_migration');
  const applied = new Set(rows.map(({ name }) => name));
  return applied.size === migrationNames.length && migrationNames.every(name => applied.has(name));
}

/** The migrations, of which the last to be applied ends with `last`, in the same transaction. */
function endingWith(last: (tx: Tx) => Promise<void>, pending: readonly string[]): typeof migrations {
  const name = pending.at(-1) ?? '';
  const step = migrations[name];
  if (!step) return migrations;
  const up = async (tx: Tx) => {
    await step.up(tx);
    await last(tx);
  };
  return { ...migrations, [name]: { up } };
}

/** The migrations, of which those to be applied report that they begin. */
const reporting = (steps: typeof migrations, pending: readonly string[], { next }: Pick<Steps, 'next'>) => ({
  ...steps,
  ...Object.fromEntries(
    pending.map((name, place) => [
      name,
      {
        up: async (tx: Tx) => {
          next(`Migration ${place + 1} of ${pending.length}: ${name}`);
          await steps[name]?.up(tx);
        },
      },
    ]),
  ),
});

type Options = {
  /** Runs in the transaction of the migrations, if the database was in use. */
  readonly note?: ((tx: Tx, pending: readonly string[]) => Promise<void>) | undefined;
  /** Hears of each migration of a database that is in use. */
  readonly report?: Pick<Steps, 'next'> | undefined;
};

/**
 * Applies all pending migrations in one transaction under an advisory lock: of several processes that start at once,
 * one migrates and the others wait. Returns the names applied. @throws StartRefused when a newer version of the product
 * migrated the database.
 */
export async function migrateToLatest(db: Database, { note, report }: Options = {}): Promise<string[]> {
  const { pending } = note || report ? await readMigrationState(db) : { pending: [] };
  const noted = note ? endingWith(tx => note(tx, pending), pending) : migrations;
  const steps = report ? reporting(noted, pending, report) : noted;
  const { error, results } = await migratorOf(db, steps).migrateToLatest();
  // Thrown only for a migration that the database has and this version does not.
  if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
    throw new StartRefused(
      'The database was written by a later version of Counterfoil. Start that version, or restore a backup made before the upgrade.',
    );
  }
  if (error) throw error;
  return (results ?? []).filter(step => step.status === 'Success').map(step => step.migrationName);
}
