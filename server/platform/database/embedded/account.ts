import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { StartRefused } from '../../start-refused';
import type { Binaries } from './binaries';

/** A user account of the machine other than root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The account and command with which PostgreSQL's programs are started. */
export interface Launcher {
  /** The account that must own the database's files. Null: the account of this process. */
  readonly account: Account | null;
  prefix(program: string): { command: string; args: string[]; identity: { uid?: number; gid?: number } };
}

/**
 * PostgreSQL refuses to run as root, so root starts it as the owner of the existing cluster, else as `postgres`. That
 * account cannot enter folders such as /root; where the clone or the data are in one, PostgreSQL gets the one
 * capability that allows it, and no other privilege.
 */
export function chooseLauncher(binaries: Binaries, dataDir: string, clusterDir: string): Launcher {
  if (process.getuid?.() !== 0)
    return { account: null, prefix: command => ({ command, args: [], identity: {} }) };

  const account = ownerOf(clusterDir) ?? findAccount() ?? createAccount();
  const runnable = canUse(binaries.postgres, account, 0o5);
  const readable = canUse(join(binaries.folder, 'share', 'postgresql', 'postgres.bki'), account, 0o4);
  const enterable = canUse(dataDir, account, 0o1);
  if (runnable && readable && enterable) {
    return { account, prefix: command => ({ command, args: [], identity: { ...account } }) };
  }
  const executable = othersCan(statSync(binaries.postgres), account, 0o1);
  return throughCapability(
    account,
    executable ? ['dac_read_search', 'dac_override'] : ['dac_override'],
    dataDir,
  );
}

function throughCapability(account: Account, capabilities: string[], dataDir: string): Launcher {
  const setpriv = findOnPath('setpriv');
  const capability = held('setpcap') ? capabilities.find(name => held(name)) : undefined;
  if (!setpriv || !capability) {
    throw new StartRefused(
      `PostgreSQL cannot run as root, and its account "postgres" cannot open ${dataDir} or the folder of this installation. Set DATA_DIR to a folder that all accounts can open, such as /var/lib/counterfoil, and keep the installation outside /root. Or run Counterfoil under an ordinary account.`,
    );
  }
  const args = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    // Without this bit, access(2), which initdb uses to look for postgres, ignores the capability.
    '--securebits=+no_setuid_fixup',
    '--',
  ];
  return { account, prefix: program => ({ command: setpriv, args: [...args, program], identity: {} }) };
}

/** Whether the account can reach the file through every folder above it and has these permissions (r=4, w=2, x=1). */
function canUse(path: string, account: Account, rights: number): boolean {
  const real = realpathSync(path);
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if (!othersCan(statSync(folder), account, 0o1)) return false;
    if (folder === dirname(folder)) break;
  }
  return othersCan(statSync(real), account, rights);
}

function othersCan(stats: Stats, account: Account, rights: number): boolean {
  const shift = stats.uid === account.uid ? 6 : stats.gid === account.gid ? 3 : 0;
  return ((stats.mode >> shift) & rights) === rights;
}

function ownerOf(clusterDir: string): Account | null {
  const stats = statSync(clusterDir, { throwIfNoEntry: false });
  if (!stats) return null;
  if (stats.uid === 0) {
    throw new StartRefused(
      `The folder ${clusterDir} belongs to root, but PostgreSQL cannot run as root. Change the owner, for example with: chown -R postgres: ${clusterDir}`,
    );
  }
  return { uid: stats.uid, gid: stats.gid };
}

function findAccount(): Account | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

function createAccount(): Account {
  const about = [
    '--system',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ];
  // The group may remain from a removed package; then the first attempt fails and the second joins the group.
  spawnSync('useradd', [...about, '--user-group', 'postgres']);
  const created =
    findAccount() ?? (spawnSync('useradd', [...about, '--gid', 'postgres', 'postgres']), findAccount());
  if (created) return created;
  throw new StartRefused(
    'PostgreSQL cannot run as root, and the account "postgres" could not be created. Create it (useradd --system postgres), or run Counterfoil under an ordinary account.',
  );
}

const capabilityBits: Record<string, number> = { dac_override: 1, dac_read_search: 2, setpcap: 8 };

function held(capability: string): boolean {
  const bits = capabilityBits[capability];
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return (
    bits !== undefined && effective !== undefined && ((BigInt(`0x${effective}`) >> BigInt(bits)) & 1n) === 1n
  );
}

function findOnPath(program: string): string | null {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/bin']) {
    const candidate = join(folder, program);
    try {
      accessSync(candidate, constants.X_OK);
      if (folder) return candidate;
    } catch {
      // Not in this folder; look in the next.
    }
  }
  return null;
}
