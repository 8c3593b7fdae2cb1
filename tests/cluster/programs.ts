import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ClusterPrograms } from '../../scripts/lib/cluster-programs.mjs';

/** The account of PostgreSQL, which never runs as root; null when this process is not root. */
const account = process.getuid?.() === 0 ? postgresAccount() : null;

function postgresAccount(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Error('There is no account "postgres", which the package postgresql creates.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** A folder below `parent` that belongs to the account of the programs. */
export function ownFolder(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

export function ownFile(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
  return file;
}

export type Program = {
  readonly name: string;
  readonly kill: (signal: NodeJS.Signals) => Promise<void>;
  /** Stops it in the middle of its work, as when its machine hangs, until `thaw`. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly hasEnded: () => boolean;
  /** The last lines that it printed. */
  readonly lastLines: () => string;
};

/**
 * Starts a program as the account of PostgreSQL, with its output in a file of `folder`. It is told to end when this
 * process is killed.
 */
export function startProgram(
  { setpriv }: ClusterPrograms,
  folder: string,
  [command, ...args]: readonly [string, ...string[]],
  variables: Readonly<Record<string, string>> = {},
): Program {
  const name = command.split('/').at(-1) ?? command;
  const file = join(folder, `${name}.log`);
  const log = openSync(file, 'a');
  const asAccount = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--init-groups'] : [];
  const child: ChildProcess = spawn(
    setpriv,
    [...asAccount, '--pdeathsig', 'TERM', '--', command, ...args],
    // In a group of its own: Ctrl+C ends the run, which ends the programs.
    {
      cwd: '/',
      detached: true,
      env: { PATH: process.env.PATH, LC_ALL: 'C', ...variables },
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    name,
    hasEnded,
    kill: async signal => {
      if (hasEnded()) return;
      child.kill(signal);
      await once(child, 'exit');
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    lastLines: () => readFileSync(file, 'utf8').split('\n').slice(-15).join('\n'),
  };
}
