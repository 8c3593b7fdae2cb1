import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const packages = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  postgres: 'postgresql',
  // Debian has it always.
  setpriv: 'util-linux',
};
const oldestPostgres = 15;

/** Finds what the cluster is made of. `missing` names what this machine does not have. */
export function findClusterPrograms({
  path = process.env.PATH ?? '',
  postgresFolder = '/usr/lib/postgresql',
} = {}) {
  // Accounts without root's PATH run HAProxy from there too.
  const folders = [...path.split(delimiter).filter(Boolean), '/usr/sbin'];
  const find = name => folders.map(folder => join(folder, name)).find(canRun) ?? null;
  const programs = {
    patroni: find('patroni'),
    etcd: find('etcd'),
    haproxy: find('haproxy'),
    postgres: newestPostgres(postgresFolder),
    setpriv: find('setpriv'),
  };
  const missing = Object.keys(programs).filter(name => programs[name] === null);
  return { programs, missing };
}

/** The folder of PostgreSQL's programs. Those of npm lack the ones that copy and rewind a server. */
function newestPostgres(folder) {
  const versions = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  const usable = versions
    .filter(version => version >= oldestPostgres)
    .sort((a, b) => b - a)
    .map(version => join(folder, String(version), 'bin'))
    .filter(bin => ['postgres', 'pg_basebackup', 'pg_rewind'].every(name => canRun(join(bin, name))));
  return usable[0] ?? null;
}

function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Says in one sentence what is missing and how to get it; null when everything is there. */
export function missingProgramsSentence(missing) {
  if (missing.length === 0) return null;
  const list = [missing.slice(0, -1).join(', '), missing.at(-1)].filter(Boolean).join(' and ');
  return `The cluster needs ${list}, which ${missing.length > 1 ? 'are' : 'is'} not installed (on Debian: apt-get install ${missing.map(name => packages[name]).join(' ')}).`;
}
