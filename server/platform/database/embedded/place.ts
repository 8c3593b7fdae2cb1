import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The paths of one embedded server. */
export interface Place {
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly passwordFile: string;
  readonly logFile: string;
  readonly socketDir: string;
}

/** The operating system allows 107 bytes on Linux and 103 on macOS for a whole socket path. */
const maxSocketPathLength = 103;
const socketName = '/.s.PGSQL.5432.lock';

export function placeOf(dataDir: string): Place {
  const clusterDir = join(dataDir, 'postgres');
  return {
    dataDir,
    clusterDir,
    // Inside the cluster, so that a copy of that one folder is a complete backup of the database.
    passwordFile: join(clusterDir, 'counterfoil-passwords.json'),
    logFile: join(dataDir, 'postgres.log'),
    socketDir: socketFolder(dataDir),
  };
}

function socketFolder(dataDir: string): string {
  const inside = join(dataDir, 'socket');
  const plain = /^[\w./-]+$/.test(inside);
  if (plain && Buffer.byteLength(inside + socketName) <= maxSocketPathLength) return inside;
  return join(tmpdir(), `counterfoil-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}
