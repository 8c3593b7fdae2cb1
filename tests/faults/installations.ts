import { closeSync, mkdirSync, openSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { startMoodyMailServer } from '../support/moody-mail-server';
import { movableClock } from '../support/movable-clock';
import { mountSmallDisk } from '../support/small-disk';
import { pairPassword, startSynchronousPair } from '../support/postgres-pair';
import { temporaryFolder } from '../support/temporary-folder';
import { type Subject, startSubject } from './subject';

const closers: (() => Promise<void>)[] = [];

/** Made by the first round that needs it, and used by all later ones. */
function shared<T extends { readonly close: () => Promise<void> }>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().then(installation => {
      closers.push(installation.close);
      return installation;
    });
    return made;
  };
}

export async function closeInstallations(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

/** With the embedded database. */
export const embedded = shared(async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const subject = await startSubject({ DATA_DIR: dataDir });
  return { subject, dataDir, close: subject.stop };
});

/** With a small disk for attachments; null where none can be mounted. */
export const crowded = shared(async () => {
  const disk = mountSmallDisk();
  if (disk === null) return { installation: null, close: async () => undefined };
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir);
  symlinkSync(disk.folder, join(dataDir, 'files'));
  const subject = await startSubject({ DATA_DIR: dataDir });
  return {
    installation: { subject, files: disk.folder },
    close: async () => {
      await subject.stop();
      disk.unmount();
    },
  };
});

const firstMegabytes = 400;
/** So that a full disk has space again, and the next round can fill it. */
const moreMegabytes = 100;

/** With a small disk for the database; null where none can be mounted. */
export const cramped = shared(async () => {
  const disk = mountSmallDisk(firstMegabytes);
  if (disk === null) return { installation: null, close: async () => undefined };
  const dataDir = join(disk.folder, 'data');
  let megabytes = firstMegabytes;
  const subject = await startSubject({ DATA_DIR: dataDir, BACKUP_DIR: temporaryFolder() });
  const grow = () => disk.resize((megabytes += moreMegabytes));
  return {
    installation: { subject, dataDir, disk: { folder: disk.folder, grow } },
    close: async () => {
      await subject.stop();
      disk.unmount();
    },
  };
});

/** Whose clock can be moved; null where none can. */
export const clocked = shared(async () => {
  const clock = movableClock();
  if (clock === null) return { installation: null, close: async () => undefined };
  const dataDir = join(temporaryFolder(), 'data');
  const subject = await startSubject({ DATA_DIR: dataDir, ...clock.variables });
  return { installation: { subject, clock }, close: subject.stop };
});

/** With a mail server that can misbehave, and mailboxes on this machine. */
export const mailing = shared(async () => {
  const server = await startMoodyMailServer();
  const subject = await startSubject({
    DATA_DIR: join(temporaryFolder(), 'data'),
    SMTP_URL: server.url,
    NODE_EXTRA_CA_CERTS: server.certificate,
    MAIL_NETWORKS: '127.0.0.1',
  });
  return {
    subject,
    server,
    close: async () => {
      await subject.stop();
      await server.close();
    },
  };
});

/** Whose output no one reads, and whose log is long. */
export const unread = shared(async () => {
  const metricsToken = 'faults-faults-faults-faults-faults';
  const dataDir = join(temporaryFolder(), 'data');
  const subject = await startSubject(
    { DATA_DIR: dataDir, METRICS_TOKEN: metricsToken, SLOW_STATEMENT_MS: '1' },
    { isRead: false },
  );
  return { subject, metricsToken, close: subject.stop };
});

/** Whose log, and that of its database, are on a small disk; null where none can be mounted. */
export const logging = shared(async () => {
  const disk = mountSmallDisk(8);
  if (disk === null) return { installation: null, close: async () => undefined };
  const metricsToken = 'faults-faults-faults-faults-faults';
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir);
  const [file, databaseFile] = ['counterfoil.log', 'postgres.log'].map(name => join(disk.folder, name)) as [
    string,
    string,
  ];
  symlinkSync(databaseFile, join(dataDir, 'postgres.log'));
  const output = openSync(file, 'a');
  const subject = await startSubject(
    { DATA_DIR: dataDir, METRICS_TOKEN: metricsToken, SLOW_STATEMENT_MS: '1' },
    { output },
  );
  closeSync(output);
  return {
    installation: {
      subject,
      dataDir,
      metricsToken,
      folder: disk.folder,
      files: [file, databaseFile] as const,
    },
    close: async () => {
      await subject.stop();
      disk.unmount();
    },
  };
});

export const urlOf = (database: string, ...ports: number[]) =>
  `postgres://counterfoil:${pairPassword}@${ports.map(port => `127.0.0.1:${port}`).join(',')}/${database}`;

/** With a primary and a synchronous standby. */
export async function startReplicated() {
  const pair = await startSynchronousPair();
  const backupDir = temporaryFolder();
  let subject: Subject;
  try {
    subject = await startSubject({
      // The standby stands first, so the server that takes writes has to be looked for.
      DATABASE_URL: urlOf('counterfoil', pair.standby.port, pair.primary.port),
      DATA_DIR: join(temporaryFolder(), 'data'),
      BACKUP_DIR: backupDir,
    });
  } catch (error) {
    await pair.stop();
    throw error;
  }
  return {
    pair,
    subject,
    backupDir,
    close: async () => {
      await subject.stop();
      await pair.stop();
    },
  };
}

export const replicated = shared(startReplicated);
