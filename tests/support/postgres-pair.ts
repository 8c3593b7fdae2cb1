import { chownSync, mkdirSync, writeFileSync, openSync, closeSync, rmSync } from 'node:fs';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { chooseLauncher } from '../../server/platform/database/embedded/account';
import { findBinaries } from '../../server/platform/database/embedded/binaries';
import { runProgram, startProgram } from '../../server/platform/database/embedded/run-program';
import { freePort } from './counterfoil-process';
import { signalTree } from './signal-tree';
import { temporaryFolder } from './temporary-folder';

/** One server of a pair, on a port of the loopback address. */
export type PairMember = {
  readonly port: number;
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<void>;
  /** Kills the server with all its sessions, as when the machine loses power. */
  readonly kill: () => Promise<void>;
  /** Stops the server with all its sessions in the middle of their work, until `thaw`. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly stop: () => Promise<void>;
  /** Runs one statement as the superuser. */
  readonly ask: <Row extends pg.QueryResultRow>(statement: string) => Promise<Row[]>;
};

export const pairPassword = 'pair-password';

export type Pair = {
  readonly primary: PairMember;
  readonly standby: PairMember;
  /** Kills both, and deletes their data. */
  readonly stop: () => Promise<void>;
};

/** A running pair whose primary confirms a commit when the standby has it. */
export async function startSynchronousPair(): Promise<Pair> {
  const pair = await startPair();
  await pair.primary.start();
  await pair.standby.start();
  const standbyIs = async (state: string) => {
    const inState = `select from pg_stat_replication where sync_state = '${state}'`;
    while ((await pair.primary.ask(inState)).length === 0) await pause(20);
  };
  await standbyIs('async');
  // From now on a commit waits for the standby.
  await pair.primary.ask(`alter system set synchronous_standby_names = 'standby'`);
  await pair.primary.ask('select pg_reload_conf()');
  await standbyIs('sync');
  return pair;
}

/** A durable primary and its standby, of which the second is a copy of the first. */
async function startPair(): Promise<Pair> {
  const binaries = findBinaries();
  const folder = temporaryFolder();
  const launcher = chooseLauncher(binaries, folder, join(folder, 'none'));
  const home = join(folder, 'servers');
  mkdirSync(home);
  const own = (path: string) =>
    launcher.account && chownSync(path, launcher.account.uid, launcher.account.gid);
  own(home);
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, `${pairPassword}\n`);
  own(passwordFile);
  const [first, second] = [join(home, 'first'), join(home, 'second')];
  const made = await runProgram(launcher, binaries.initdb, [
    '-D',
    first,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=en-GB',
    '--no-instructions',
  ]);
  if (made.code !== 0) throw new Error(made.output);

  async function memberIn(data: string): Promise<PairMember> {
    const port = await freePort();
    let server: ChildProcess | undefined;
    const ask = async <Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> => {
      const client = new pg.Client({
        host: '127.0.0.1',
        port,
        user: 'postgres',
        password: pairPassword,
        database: 'postgres',
        connectionTimeoutMillis: 30_000,
      });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query<Row>(statement)).rows;
      } finally {
        await client.end();
      }
    };
    const ended = async () => {
      if (server?.exitCode === null && server.signalCode === null) await once(server, 'exit');
      server = undefined;
    };
    return {
      port,
      ask,
      start: async (settings = {}) => {
        const log = openSync(`${data}.log`, 'a');
        const all = {
          listen_addresses: '127.0.0.1',
          port: String(port),
          unix_socket_directories: home,
          shared_buffers: '32MB',
          max_connections: '100',
          wal_receiver_status_interval: '1s',
          ...settings,
        };
        const started = startProgram(
          launcher,
          binaries.postgres,
          ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
          log,
        );
        closeSync(log);
        server = started;
        const answers = () =>
          ask('select 1').then(
            () => true,
            () => false,
          );
        while (!(await answers()))
          if (started.exitCode !== null) throw new Error(`The server in ${data} does not start`);
      },
      kill: async () => {
        if (server?.pid === undefined) return;
        signalTree(server.pid, 'SIGKILL');
        await ended();
      },
      freeze: () => void (server?.pid && signalTree(server.pid, 'SIGSTOP')),
      thaw: () => void (server?.pid && signalTree(server.pid, 'SIGCONT')),
      stop: async () => {
        server?.kill('SIGINT');
        await ended();
      },
    };
  }

  const primary = await memberIn(first);
  const standby = await memberIn(second);
  await primary.start();
  await primary.ask(`create role counterfoil login password '${pairPassword}'`);
  await primary.ask('create database counterfoil owner counterfoil');
  await primary.stop();
  // With its owners.
  execFileSync('cp', ['-a', first, second]);
  const from = `host=127.0.0.1 port=${primary.port} user=postgres password=${pairPassword} application_name=standby`;
  for (const [name, text] of [
    ['standby.signal', ''],
    ['postgresql.auto.conf', `primary_conninfo = '${from}'\n`],
  ] as const) {
    writeFileSync(join(second, name), text);
    own(join(second, name));
  }
  return {
    primary,
    standby,
    stop: async () => {
      await primary.kill().catch(() => undefined);
      await standby.kill().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
