import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Database } from './open-database';
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

const migratorOf = (db: Database) =>
  new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
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
 * Applies all pending migrations in one transaction under an advisory lock: of several processes that start at once,
 * one migrates and the others wait. Returns the names applied. @throws StartRefused when a newer version of the product
 * migrated the database.
 */
export async function migrateToLatest(db: Database): Promise<string[]> {
  const { error, results } = await migratorOf(db).migrateToLatest();
  // Thrown only for a migration that the database has and this version does not.
  if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
    throw new StartRefused(
      'The database was written by a later version of Counterfoil. Start that version, or restore a backup made before the upgrade.',
    );
  }
  if (error) throw error;
  return (results ?? []).filter(step => step.status === 'Success').map(step => step.migrationName);
}
