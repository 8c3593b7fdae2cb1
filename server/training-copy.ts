import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatMoment } from '#domain/kernel/dates';
import { turnOffBackups } from './features/backups';
import { asActor } from './kernel/audit';
import { BackupRefused, fillFromBackup, writeBackup } from './kernel/backups';
import { forgetMailServer } from './kernel/outbox';
import { forgetProvider } from './kernel/sign-in';
import { openServer } from './open-server';
import type { Config } from './platform/config';
import {
  joinEmbeddedPostgres,
  ownDataDirectory,
  removeServerFolder,
  startEmbeddedPostgres,
} from './platform/database/embedded';
import { migrateToLatest } from './platform/database/migrate';
import { type Connection, openDatabase, openPool } from './platform/database/open-database';
import { openFileStore } from './platform/files/file-store';
import { anonymousActor } from './platform/http/context';
import { StartRefused } from './platform/start-refused';
import { holdsUsers } from './prepare-database';
import { productVersion } from './product-version';

/** A copy of the business to practise on. */
export type Training = { readonly copiedAt: Date };

type Options = {
  /** Replaces an existing copy. */
  readonly isRenewed: boolean;
  readonly clock: () => Date;
  readonly say: (line: string) => void;
};

const folderOf = ({ dataDir }: Config) => join(dataDir, 'training');
/** Where a copy is made, and renamed when it is complete. */
const buildingOf = (config: Config) => `${folderOf(config)}.new`;
/** Written last: a folder without it is the rest of an interrupted copy. */
const factsIn = (folder: string) => join(folder, 'training.json');

/**
 * The configuration under which the copy is served. Nothing that reaches beyond this machine is taken over from that of
 * the business: no database, no mail server, no backup folder, no token for monitoring.
 */
export const trainingEnvironment = (config: Config): NodeJS.ProcessEnv => ({
  DATA_DIR: folderOf(config),
  PORT: String(config.trainingPort),
  PUBLIC_URL: config.trainingUrl,
  HOST: config.host,
  LOG_LEVEL: config.logLevel,
  SLOW_STATEMENT_MS: String(config.slowStatementMs),
  ...(config.secretKey === null ? {} : { SECRET_KEY: config.secretKey }),
});

/** The existing copy, or a new one. Business data is only read. */
export async function ensureTrainingCopy(config: Config, options: Options): Promise<Training> {
  const existing = options.isRenewed ? null : readFacts(folderOf(config));
  if (existing) {
    options.say(
      `Training copy of ${formatMoment(existing.copiedAt)}. To replace it: npm run training -- --renew`,
    );
    return existing;
  }
  const copiedAt = options.clock();
  const building = buildingOf(config);
  await removeCopy(building);
  try {
    options.say('Copying the business for training…');
    await makeCopy(config, building, copiedAt);
    await removeCopy(folderOf(config));
    renameSync(building, folderOf(config));
  } catch (error) {
    throw error instanceof BackupRefused
      ? new StartRefused(`No training copy was made. ${error.message}`)
      : error;
  } finally {
    await removeCopy(building);
  }
  return { copiedAt };
}

/** Deletes the copy. Refused while it is being served. */
export async function discardTrainingCopy(config: Config): Promise<void> {
  await removeCopy(buildingOf(config));
  await removeCopy(folderOf(config));
}

/** Throws `DataDirectoryInUse` while another process makes or serves the copy. */
async function removeCopy(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const claim = await ownDataDirectory(folder);
  rmSync(factsIn(folder), { force: true });
  await removeServerFolder(folder);
  claim.release();
}

function readFacts(folder: string): Training | null {
  if (!existsSync(factsIn(folder))) return null;
  const { copied_at } = JSON.parse(readFileSync(factsIn(folder), 'utf8')) as { copied_at: string };
  return { copiedAt: new Date(copied_at) };
}

async function makeCopy(config: Config, folder: string, copiedAt: Date): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: folder, log: quiet });
  try {
    const backup = join(folder, 'business.backup');
    await writeCopy(config, backup, copiedAt);
    await fillFromBackup(backup, server.connection, await openFileStore(join(folder, 'files')));
    rmSync(backup);
    await prepareForTraining(server.connection, copiedAt);
  } finally {
    await server.stop();
  }
  const key = join(config.dataDir, 'secret.key');
  if (config.secretKey === null && existsSync(key)) copyFileSync(key, join(folder, 'secret.key'));
  writeFileSync(factsIn(folder), JSON.stringify({ copied_at: copiedAt.toISOString() }), { flush: true });
}

/** Reads the business, whether or not its program is running, as at one moment. */
async function writeCopy(config: Config, path: string, takenAt: Date): Promise<void> {
  const opened: (() => Promise<void>)[] = [];
  try {
    const { connection } =
      config.databaseUrl === null
        ? await joinEmbeddedPostgres({ dataDir: config.dataDir, log: quiet }, close => opened.push(close))
        : await openServer(config, close => opened.push(close));
    await refuseEmpty(connection);
    await writeBackup(path, {
      connection,
      files: await openFileStore(join(config.dataDir, 'files')),
      version: productVersion,
      takenAt,
      onProgress: () => undefined,
    });
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

async function refuseEmpty(connection: Connection): Promise<void> {
  const db = openDatabase(openPool(connection, 1));
  try {
    if (await holdsUsers(db)) return;
  } finally {
    await db.destroy();
  }
  throw new StartRefused('There is nothing to copy yet: there are no users.');
}

/** The copy sends nothing, and makes no backups of itself. Sessions and tokens of the business are not in it. */
async function prepareForTraining(connection: Connection, now: Date): Promise<void> {
  const db = openDatabase(openPool(connection, 1, { unhurried: true }));
  try {
    await migrateToLatest(db);
    await db.transaction().execute(tx =>
      asActor(tx, { ...anonymousActor, name: 'Training command' }, now, async ctx => {
        await forgetMailServer(ctx);
        await forgetProvider(ctx);
        await turnOffBackups(ctx);
        ctx.audits.push({
          action: 'created',
          recordType: 'training_copy',
          after: { taken_at: now.toISOString() },
        });
      }),
    );
  } finally {
    await db.destroy();
  }
}

const quiet = {
  info: () => undefined,
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
};
