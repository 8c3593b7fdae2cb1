import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolder } from '../files/make-folder';
import { StartRefused } from '../start-refused';
import { identityIn, openSharedMemory, type ServerIdentity, textOf } from './shared-memory';

/** Remembers the newest server seen, outside the database: an old one cannot know that it has been replaced (R07). */
export type ServerMemory = {
  /** Which files to delete, so that it is forgotten. */
  readonly where: string;
  /** Reads what processes on other machines have seen. */
  readonly refresh: () => Promise<void>;
  /** What this machine has seen. */
  readonly read: () => ServerIdentity | null;
  /** The newest timeline of a database that any machine has seen; null if none has. */
  readonly newestOf: (system: string) => number | null;
  readonly write: (identity: ServerIdentity) => void;
};

/**
 * The memory in a small file, which several processes of one machine may share, and in a second one in a folder that
 * machines share.
 */
export function openServerMemory(path: string, sharedPath: string): ServerMemory {
  const shared = openSharedMemory(sharedPath);
  const read = () => {
    const text = readIfPresent(path);
    return text === null ? null : parse(path, text);
  };
  const newestOf = (system: string) => {
    const timelines = [read(), shared.known()].flatMap(one => (one?.system === system ? [one.timeline] : []));
    return timelines.length === 0 ? null : Math.max(...timelines);
  };
  return {
    where: `${path} and ${sharedPath}`,
    refresh: shared.refresh,
    read,
    newestOf,
    write: identity => {
      const own = read();
      if (own === null || own.timeline < identity.timeline) store(path, identity);
      shared.write(identity);
    },
  };
}

function store(path: string, identity: ServerIdentity): void {
  createFolder(dirname(path));
  const unnamed = `${path}.${process.pid}`;
  const file = openSync(unnamed, 'w', 0o600);
  try {
    writeFileSync(file, textOf(identity));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unnamed, path);
}

function parse(path: string, text: string): ServerIdentity {
  try {
    return identityIn(text);
  } catch {
    throw new StartRefused(
      `${path}, which names the database server used last, cannot be read. If DATABASE_URL names the right servers, delete the file and start again.`,
    );
  }
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
