import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Database } from './open-database';
import { StartRefused } from '../start-refused';

const files = import.meta.glob<string>('../../migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Every migration, by file name in order. They only ever go forward. */
const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [
    path.replace(/^.*\//, '').replace(/\.sql$/, ''),
    { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
  ]),
);

/** The steps of the schema that this version of the product knows, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations).sort();

const migratorOf = (db: Database) =>
  new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Two branches of work that are merged may bring a step before one that a database has taken already. Each step stands
    // on lower numbers only, so it can be made up for (F94).
    allowUnorderedMigrations: true,
  });

/** Gives an empty database the schema as it was after one of the steps. */
export async function migrateThrough(db: Database, step: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(step);
  if (error) throw error;
}

/**
 * Brings the schema up to date, all steps in one transaction under an advisory lock: of several processes that
 * start at once one migrates and the others wait. Answers the names of the steps applied.
 * @throws StartRefused when the database was migrated by a newer version of the product.
 */
export async function migrateToLatest(db: Database): Promise<string[]> {
  const { error, results } = await migratorOf(db).migrateToLatest();
  // Said only of a step that the database has taken and this version does not have.
  if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
    throw new StartRefused(
      'The database was written by a later version of Counterfoil. Start that version, or restore a backup made before the upgrade.',
    );
  }
  if (error) throw error;
  return (results ?? []).filter(step => step.status === 'Success').map(step => step.migrationName);
}
