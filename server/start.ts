import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app';
import { startBackground } from './background';
import type { BackupPlace } from './features/backups';
import { ensureFirstAdministrator } from './features/session';
import type { MetricsParts } from './features/metrics';
import { openMailing } from './kernel/outbox';
import { listen } from './listen';
import { openOwnSecrets } from './open-own-secrets';
import { type OpenedServer, openServer, standbysOf } from './open-server';
import { prepareDatabase } from './prepare-database';
import { productVersion } from './product-version';
import { type Config, readConfig } from './platform/config';
import { type Connection, type Database, openDatabase, openPool } from './platform/database/open-database';
import { openRecovery, recoveryFolderIn } from './platform/database/recovery';
import { areRolesApart } from './platform/database/runtime-rights';
import { Standby } from './platform/database/standby';
import { requestConnections } from './platform/connections';
import { logSlowStatements } from './platform/database/slow-statements';
import { openFileStore } from './platform/files/file-store';
import { createLogger } from './platform/logger';
import { readMailServer } from './platform/mail/mail-server';
import { closePdfThreads, setWatermark } from './platform/pdf/draw-pdf';
import { closedNetworks, readNetworks } from './platform/network';
import type { StartOptions } from './start-options';
import type { Training } from './training-copy';
import { openServingListener } from './watch-schema';

export type Running = {
  readonly stop: () => Promise<void>;
  /** Resolves if a later version has upgraded the database: this process has to stop. */
  readonly outdated: Promise<void>;
  readonly log: FastifyBaseLogger;
};

const oneRole =
  'Counterfoil signs in to the database with one role for everything. Set DATABASE_OWNER_URL to separate the owner of the tables from the role of requests.';
const onlyTraining = 'This is a training copy. It connects to no other server.';

/**
 * Reads the configuration, opens and migrates the database, and serves. Whatever was opened is closed again when a
 * later step fails. A training copy calls no other server, reads no mailbox and archives nothing.
 */
export async function start(
  env: NodeJS.ProcessEnv,
  webFolder: string,
  options: Partial<StartOptions> = {},
  training: Training | null = null,
): Promise<Running> {
  const { demo = false, skipRehearsal = false, isKeyLost = false } = options;
  const isTraining = training !== null;
  const config = readConfig(env);
  const { smtpUrl, publicUrl } = config;
  const environment = smtpUrl === null ? null : readMailServer(smtpUrl, publicUrl);
  const networksIn = (listed: string | null, variable?: string) =>
    isTraining ? closedNetworks(onlyTraining) : readNetworks(listed, variable);
  const reach = { networks: networksIn(config.mailNetworks) };
  const { log, lostLines } = createLogger(config.logLevel);
  const opened: (() => Promise<void>)[] = [];
  const stopping = new AbortController();
  const leaving = stopping.signal;
  let isServing = false;
  let isOutdated = () => false;
  const stop = async () => {
    // A backup would delay the stop by minutes; it is made again later.
    stopping.abort();
    // Load balancers send requests here until their next check. What does not know the schema takes no more.
    if (isServing && !isOutdated()) await pause(config.drainSeconds * 1000);
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const server = await openServer(config, step => opened.push(step));
    const { runtime: connection } = server;
    if (!areRolesApart(server.connection, connection)) console.log(oneRole);
    const slowStatements = logSlowStatements(log, config.slowStatementMs);
    const pool = openPool(connection, requestConnections, { slowStatements });
    const db = openDatabase(pool);
    opened.push(() => db.destroy());
    const listener = openServingListener(connection, step => opened.push(step));
    ({ isOutdated } = listener);
    await prepareDatabase(server, config, {
      skipRehearsal: skipRehearsal || isTraining,
      fill: async () => {
        await fill(db, config, demo);
        // Before the next process may start: from here on an upgrade has to wait for this one.
        await listener.open();
      },
    });
    const laggingReads = isTraining ? undefined : openStandby(config, { db, log }, step => opened.push(step));
    const secrets = await openOwnSecrets(db, config, { isKeyLost, clock: () => new Date(), say });
    const mailing = openMailing({ environment, secrets, reach });
    const files = await openFileStore(join(config.dataDir, 'files'));
    opened.push(closePdfThreads);
    if (isTraining) setWatermark('TRAINING');
    const backupPlace = openBackupPlace(config, server, isTraining, { log, opened, stopping: leaving });
    const auditHeads = join(config.dataDir, 'audit-heads');
    const shared = { db, laggingReads, files, secrets, listener, mailing, backupPlace, auditHeads, log };
    await startBackground({ config, connection, reach, isTraining, ...shared }, step => opened.push(step));
    const { recovery } = backupPlace;
    const metrics = openMetrics(config, connection, { version: productVersion, pool, lostLines, recovery });
    if (metrics) opened.push(() => metrics.db.destroy());
    const signInNetworks = networksIn(config.signInNetworks, 'SIGN_IN_NETWORKS');
    const web = { publicUrl, webFolder, training, metrics, trustedProxies: config.trustedProxies };
    const app = await buildApp({ ...shared, ...web, pool, mailNetwork: reach, signInNetworks, leaving });
    opened.push(() => app.close());
    await listen(app, config);
    isServing = true;
    console.log(`${isTraining ? 'The training copy' : 'Counterfoil'} is ready at ${config.publicUrl}`);
    return { stop, outdated: listener.outdated, log };
  } catch (error) {
    await stop();
    throw error;
  }
}

const standbyConnections = 10;

/** The standby that reports and exports are read from, if there is one. The start does not depend on it. */
function openStandby(
  config: Config,
  { db, log }: { readonly db: Database; readonly log: FastifyBaseLogger },
  onClose: (close: () => Promise<void>) => void,
): Standby | undefined {
  const servers = standbysOf(config);
  if (servers === null) return undefined;
  const standby = new Standby({ primary: db, connections: servers, size: standbyConnections, log });
  onClose(() => standby.close());
  return standby;
}

type PlaceParts = {
  readonly log: FastifyBaseLogger;
  readonly opened: (() => Promise<void>)[];
  readonly stopping: AbortSignal;
};

/** Where backups are, with the archive for recovery to any second, which only the embedded database has. */
function openBackupPlace(
  { databaseUrl, backupDir, dataDir }: Config,
  server: OpenedServer,
  isTraining: boolean,
  { log, opened, stopping }: PlaceParts,
): BackupPlace {
  const rolesApart = areRolesApart(server.connection, server.runtime);
  const place = { folder: backupDir, server, version: productVersion, stopping, rolesApart };
  if (databaseUrl !== null) return place;
  const embedded = { ...place, databaseFolder: dataDir };
  if (isTraining) return embedded;
  const recovery = openRecovery({
    server: server.maintenance,
    folder: recoveryFolderIn(backupDir),
    dataDir,
    log,
    clock: () => new Date(),
  });
  opened.push(() => recovery.stop());
  return { ...embedded, recovery };
}

/** Adds the data of a first start. */
async function fill(db: Database, { firstAdministrator }: Config, demo: boolean): Promise<void> {
  if (demo) {
    const { runDemo } = await import('./demo');
    await runDemo(db, new Date(), line => console.log(line));
  }
  if (firstAdministrator) await ensureFirstAdministrator(db, firstAdministrator, new Date());
}

/** The figures have one connection of their own, so that they do not wait with the requests that they are about. */
const openMetrics = (
  { metricsToken: token }: Config,
  connection: Connection,
  ofProcess: Omit<MetricsParts, 'token' | 'db'>,
): MetricsParts | undefined =>
  token === null ? undefined : { ...ofProcess, token, db: openDatabase(openPool(connection, 1)) };

const say = (line: string) => console.log(line);
