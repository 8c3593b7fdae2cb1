import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { inject } from 'vitest';
import { administratorRole } from '#domain/kernel/role-name';
import type { Permission } from '#domain/kernel/permissions';
import { type AppParts, buildApp } from '../../server/app';
import type { BackupPlace } from '../../server/features/backups';
import type { MetricsParts } from '../../server/features/metrics';
import { allJobs } from '../../server/jobs';
import { openMailing } from '../../server/kernel/outbox';
import { openListener } from '../../server/platform/database/listen';
import type { Recovery } from '../../server/platform/database/recovery';
import { startJobs } from '../../server/platform/jobs/start-jobs';
import { readMailServer } from '../../server/platform/mail/mail-server';
import { openMailer } from '../../server/platform/mail/smtp';
import { hashOfToken, newToken } from '../../server/features/session/token';
import {
  type Connection,
  type Database,
  openDatabase,
  openPool,
} from '../../server/platform/database/open-database';
import type { SlowStatements } from '../../server/platform/database/slow-statements';
import { type FileStore, openFileStore } from '../../server/platform/files/file-store';
import { readNetworks } from '../../server/platform/network';
import { openSecrets } from '../../server/platform/secrets';
import { digestBy } from './business-rows';
import { type Caller, callerOf } from './caller';
import { demoTemplate } from './demo-template';
import { watchLocks } from './watch-locks';
import { freshDatabase } from './postgres-for-tests';

export type { CallArguments, Caller, Outcome } from './caller';

export type TestApp = {
  readonly app: FastifyInstance;
  /** For the test itself: signs in as the owner of the tables, and may tamper with them. */
  readonly db: Database;
  /** What the application uses: signs in with the runtime role. */
  readonly runtimeDb: Database;
  readonly files: FileStore;
  /** Signs in as `db` and as `runtimeDb` do. */
  readonly connection: Connection;
  readonly runtime: Connection;
  readonly backupPlace: BackupPlace;
  readonly anonymous: Caller;
  /** A signed-in user with exactly these permissions, or with the administrator role. */
  as(...rights: Permission[] | [typeof administratorRole]): Promise<Caller & { readonly userId: number }>;
  /** A hash of every business row: equal before and after means that nothing changed. */
  digest(): Promise<string>;
  /** The newest entries of the audit log, newest first. */
  audits(count?: number): Promise<
    {
      action: string;
      record_type: string;
      record_id: number | null;
      record_name: string | null;
      before: unknown;
      after: unknown;
    }[]
  >;
  close(): Promise<void>;
};

/** What a test may configure. */
export type TestAppParts = {
  clock?: () => Date;
  /** With the demo data of `demoDay`, instead of an empty database. */
  data?: 'demo';
  webFolder?: string;
  /** The address that users know it by, if a test depends on it. */
  publicUrl?: string;
  /** Also runs the jobs, as the product does: emails are sent. */
  jobs?: boolean;
  /** With the jobs, also makes backups. */
  backups?: boolean;
  /** The archive for recovery to any second, as with the embedded database. */
  recovery?: Recovery;
  /** The mail server; without one every message fails. */
  smtpUrl?: string;
  /** Networks in which a mail server from the settings may be. */
  mailNetworks?: string;
  /** The maximum number of database connections; ten by default. */
  connections?: number;
  /** The pauses between attempts to send a message, in milliseconds. */
  retryPausesMs?: readonly number[];
  /** The encryption of secrets, and which mail servers may be reached. */
  secrets?: AppParts['secrets'];
  mailNetwork?: AppParts['mailNetwork'];
  /** Where a sign-in provider may be. */
  signInNetworks?: AppParts['signInNetworks'];
  /** The folder with the signed heads of the audit log. */
  auditHeads?: string;
  /** As the application of a training copy. */
  training?: AppParts['training'];
  /** Aborted when the process begins to shut down. */
  leaving?: AbortSignal;
  /** How often live streams are checked, in milliseconds. */
  heartbeatMs?: number;
  /** Where files are stored; by default a folder of the test's own. */
  files?: FileStore;
  /** For tests that are refused hundreds of times a minute. */
  refusalLimits?: AppParts['refusalLimits'];
  /** When requests are stopped and refused; by default never, however slow the machine is. */
  requestLimits?: AppParts['requestLimits'];
  /** The connections that requests seem to wait for. */
  pool?: AppParts['pool'];
  /** What `/metrics` needs; without it the address does not exist. */
  metrics?: Pick<MetricsParts, 'token' | 'times'>;
  /** Where reports are read from; by default from the database of the application. */
  laggingReads?: AppParts['laggingReads'];
  /** False where a test counts what one request does; otherwise the first of each POST is sent again, with its key (R12). */
  repeats?: false;
  /** What happens to statements that take long. */
  slowStatements?: SlowStatements;
};

/** Practically unlimited. */
export const noRefusalLimits = { perCaller: 1_000_000, perAddress: 1_000_000 };

const patient = { lasts: 600_000, undoing: 0, maxWaiting: Infinity, overrun: 0 };
/** Statements end with the request that waits for them, and connections wait for a machine that others use too. */
const patientPool = {
  statementsWithin: patient.lasts,
  answersWithin: patient.lasts,
  goesOnWithin: patient.lasts,
  connectsWithin: patient.lasts,
};

const publicUrl = 'http://localhost:3000';

/** The whole application with a database of its own, without a port. */
export async function startTestApp(parts: TestAppParts = {}): Promise<TestApp> {
  const database = await freshDatabase(parts.data && (await demoTemplate()));
  const size = parts.connections ?? 10;
  const patience = parts.requestLimits ? {} : patientPool;
  const pool = openPool(database.runtime, size, { slowStatements: parts.slowStatements, ...patience });
  const ownerPool = openPool(database.connection, size, patience);
  for (const each of [pool, ownerPool]) watchLocks(each);
  const runtimeDb = openDatabase(pool);
  const db = openDatabase(ownerPool);
  const folder = await mkdtemp(join(inject('runFolder'), 'files-'));
  const files = parts.files ?? (await openFileStore(folder));
  const log = pino({ level: 'silent' });
  const now = parts.clock ?? (() => new Date());
  const listener = openListener(database.runtime);
  const secrets = openSecrets(randomBytes(32));
  const mailing = openMailing({
    environment: parts.smtpUrl === undefined ? null : readMailServer(parts.smtpUrl, publicUrl),
    secrets,
    reach: { networks: readNetworks(parts.mailNetworks ?? null) },
  });
  const metrics = parts.metrics && {
    ...parts.metrics,
    version: '0.0.0-test',
    pool,
    lostLines: () => 0,
    recovery: parts.recovery,
    db: openDatabase(openPool(database.runtime, 1)),
  };
  const backupPlace: BackupPlace = {
    folder: join(folder, 'backups'),
    server: { connection: database.connection, maintenance: inject('testServer').superuser },
    version: '0.0.0-test',
    rolesApart: true,
    ...(parts.recovery ? { recovery: parts.recovery } : {}),
  };
  const jobs = parts.jobs
    ? await startTestJobs(
        database.runtime,
        { db: runtimeDb, files, log, clock: now, ...(parts.backups ? { backupPlace } : {}) },
        parts,
        mailing.mailer(runtimeDb),
      )
    : null;
  const app = await buildApp({
    db: runtimeDb,
    pool,
    requestLimits: patient,
    files,
    secrets,
    listener,
    log,
    publicUrl,
    webFolder: null,
    mailing,
    backupPlace,
    ...parts,
    metrics,
  });
  return {
    app,
    db,
    runtimeDb,
    files,
    connection: database.connection,
    runtime: database.runtime,
    backupPlace,
    anonymous: callerOf(app, '', parts.repeats),
    as: async (...rights) => {
      const { token, userId } = await signIn(db, rights, now());
      return { ...callerOf(app, token, parts.repeats), userId };
    },
    digest: digestBy(db),
    audits: (count = 1) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'record_type', 'record_id', 'record_name', 'before', 'after'])
        .orderBy('id', 'desc')
        .limit(count)
        .execute(),
    close: async () => {
      await app.close();
      await jobs?.stop();
      await listener.close();
      await metrics?.db.destroy();
      await runtimeDb.destroy();
      await db.destroy();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Workers on a test's own database, in addition to those of its application. */
export function startTestJobs(
  connection: Parameters<typeof startJobs>[0]['connection'],
  services: Pick<Parameters<typeof allJobs>[0], 'db' | 'files' | 'clock' | 'backupPlace'> & {
    log: Parameters<typeof startJobs>[0]['log'];
  },
  { smtpUrl, retryPausesMs }: Pick<TestAppParts, 'smtpUrl' | 'retryPausesMs'>,
  mailer = smtpUrl === undefined ? null : openMailer(readMailServer(smtpUrl, publicUrl)),
) {
  const { handlers, periodic } = allJobs({
    ...services,
    mailer,
    isMailConfigured: async () => mailer !== null,
    publicUrl,
    ...(retryPausesMs ? { retryPausesMs } : {}),
  });
  return startJobs({
    connection,
    log: services.log,
    handlers,
    // What runs at some minutes only, and a scheduled backup, would depend on the time of the test run.
    periodic: periodic.filter(({ match, job }) => match === '* * * * *' && job.name !== 'tend-backups'),
  });
}

let people = 0;

/** Adds a user with a role of exactly these permissions, and a session as after signing in. */
async function signIn(
  db: Database,
  rights: readonly string[],
  now: Date,
): Promise<{ token: string; userId: number }> {
  const token = newToken();
  // Several users may be added at once, so each gets its own number.
  const person = ++people;
  const name = `Person ${person}`;
  const stamps = { created_at: now, updated_at: now };
  const user = await db
    .insertInto('users')
    .values({ name, email: `person${person}@example.test`, ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow();
  const role = rights.includes(administratorRole)
    ? await db.selectFrom('roles').select('id').where('is_system', '=', true).executeTakeFirstOrThrow()
    : await db
        .insertInto('roles')
        .values({ name: `Role ${person}`, ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow();
  await db.insertInto('user_roles').values({ user_id: user.id, role_id: role.id }).execute();
  const permissions = rights.filter(right => right !== administratorRole);
  if (permissions.length > 0) {
    await db
      .insertInto('role_permissions')
      .values(permissions.map(permission => ({ role_id: role.id, permission })))
      .execute();
  }
  const week = new Date(now.getTime() + 7 * 24 * 3600_000);
  await db
    .insertInto('sessions')
    .values({
      user_id: user.id,
      token_hash: hashOfToken(token),
      description: 'Test',
      address: null,
      created_at: now,
      last_seen_at: now,
      expires_at: week,
    })
    .execute();
  return { token, userId: user.id };
}
