import { randomBytes } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterPrograms } from '../../scripts/lib/cluster-programs.mjs';
import { administrator, type Client, openClient } from '../faults/client';
import { type CounterfoilProcess, spawnCounterfoil } from '../support/counterfoil-process';
import { temporaryFolder } from '../support/temporary-folder';
import { DatabaseCluster } from './database-cluster';
import { freeLayout, type Layout } from './layout';
import { ownFile, ownFolder, type Program, startProgram } from './programs';
import { renderCounterfoil, renderHaproxy, type Secrets } from './render-templates';

/** One process of Counterfoil, which may be stopped and started again. */
export type OwnProcess = {
  readonly port: number;
  process: CounterfoilProcess;
  readonly start: () => Promise<void>;
};

export type Cluster = {
  readonly databases: DatabaseCluster;
  readonly processes: readonly [OwnProcess, OwnProcess];
  /** A user at the address of HAProxy. */
  readonly office: Client;
  readonly close: () => Promise<void>;
};

const secret = () => randomBytes(16).toString('hex');

/** Starts everything in a temporary folder, and signs in. */
export async function startCluster(programs: ClusterPrograms): Promise<Cluster> {
  const folder = temporaryFolder();
  const layout = await freeLayout();
  const secrets: Secrets = {
    patroni: secret(),
    superuser: secret(),
    replication: secret(),
    rewind: secret(),
    database: secret(),
    runtime: secret(),
    key: `${secret()}${secret()}`,
  };
  const databases = new DatabaseCluster(programs, layout, { folder, secrets });
  const running: CounterfoilProcess[] = [];
  let balancer: Program | undefined;
  const close = async () => {
    for (const process of running) {
      process.signal('SIGKILL');
      await process.ended();
    }
    await balancer?.kill('SIGKILL');
    await databases.kill();
  };
  try {
    await databases.untilWhole();
    const leader = await databases.leader();
    await leader.ask(`create role counterfoil login createdb password '${secrets.database}'`);
    await leader.ask(`create role counterfoil_runtime login password '${secrets.runtime}'`);
    await leader.ask('grant counterfoil_runtime to counterfoil');
    await leader.ask('create database counterfoil owner counterfoil');
    const haproxy = startBalancer(programs, layout, folder);
    balancer = haproxy;
    const untilBalanced = () => balanced(haproxy, layout);
    const start = processStarter(layout, { folder, secrets }, running, untilBalanced);
    const processes = await Promise.all([start(layout.processes[0]), start(layout.processes[1])]);
    const office = openClient(layout.office);
    await untilBalanced();
    await office.signIn();
    return { databases, processes, office, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function startBalancer(programs: ClusterPrograms, layout: Layout, parent: string): Program {
  const folder = ownFolder(parent, 'balancer');
  const settings = ownFile(folder, 'haproxy.cfg', renderHaproxy(layout));
  // -db: in the foreground.
  return startProgram(programs, folder, [programs.haproxy, '-db', '-f', settings]);
}

/** A function that starts the process of a port, which resolves when it answers. */
function processStarter(
  layout: Layout,
  place: { readonly folder: string; readonly secrets: Secrets },
  running: CounterfoilProcess[],
  untilBalanced: () => Promise<void>,
): (port: number) => Promise<OwnProcess> {
  const files = join(place.folder, 'files');
  mkdirSync(files);
  return async port => {
    const dataDir = join(place.folder, `process-${port}`);
    mkdirSync(dataDir);
    symlinkSync(files, join(dataDir, 'files'));
    const spawn = () => {
      const process = spawnCounterfoil({
        ...renderCounterfoil(layout, port, place),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
      });
      running.push(process);
      return process;
    };
    const own: OwnProcess = {
      port,
      process: spawn(),
      start: async () => {
        own.process = spawn();
        await own.process.ready();
        await untilBalanced();
      },
    };
    await own.process.ready();
    return own;
  };
}

/** Resolves when HAProxy sends requests to both processes. */
async function balanced(balancer: Program, { status }: Layout): Promise<void> {
  const inUse = async () => {
    if (balancer.hasEnded()) throw new Error(`HAProxy has ended:\n${balancer.lastLines()}`);
    const page = await (await fetch(`http://127.0.0.1:${status}/;csv`)).text();
    return page.match(/^ready,app\d,.*,UP,/gm)?.length ?? 0;
  };
  while ((await inUse()) < 2) await pause(200);
}
