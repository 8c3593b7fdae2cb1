import { sql } from 'kysely';
import { asActor } from './kernel/audit';
import type { Config } from './platform/config';
import type { Database } from './platform/database/open-database';
import { prepareSchema } from './platform/database/prepare-schema';
import { grantRuntimeRights } from './platform/database/runtime-rights';
import { anonymousActor } from './platform/http/context';
import type { OpenedServer } from './open-server';
import { rehearseUpgrade } from './rehearse-upgrade';
import { runtimeRights } from './runtime-rights';

type Options = {
  /** Upgrades the database without trying it on a copy first. */
  readonly skipRehearsal: boolean;
  /** Adds what a first start adds. */
  readonly fill: () => Promise<void>;
};

/**
 * Migrates the schema, and grants the runtime role its rights. A database that holds a business is upgraded only after a
 * rehearsal on a copy (decision 124).
 */
export function prepareDatabase(
  server: OpenedServer,
  { dataDir, backupDir }: Config,
  { skipRehearsal, fill }: Options,
): Promise<void> {
  const say = (line: string) => console.log(line);
  const clock = () => new Date();
  let rehearsal = 'Skipped';
  const grantAndFill = async () => {
    await grantRuntimeRights(server.connection, server.runtime, runtimeRights);
    await fill();
  };
  return prepareSchema(server.connection, say, grantAndFill, {
    isInUse: holdsUsers,
    rehearse: async (db, pending) => {
      if (skipRehearsal) say('The upgrade is not rehearsed. This is noted in the audit log.');
      else rehearsal = await rehearseUpgrade(db, pending, { server, dataDir, backupDir, clock, say });
    },
    note: (tx, pending) =>
      asActor(tx, { ...anonymousActor, name: 'Counterfoil' }, clock(), async ({ audits }) => {
        const after = { migrations: pending.length, schema: pending.at(-1) ?? null, rehearsal };
        audits.push({ action: 'upgraded', recordType: 'database', recordName: null, after });
      }),
  });
}

/** A database that was never signed in to has nothing to lose. */
export async function holdsUsers(db: Database): Promise<boolean> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('public.users') is not null as exists`.execute(db);
  if (tables[0]?.exists !== true) return false;
  const { rows } = await sql`select from users limit 1`.execute(db);
  return rows.length > 0;
}
