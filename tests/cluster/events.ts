import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import { insist } from '../faults/fault';
import type { Writers } from '../faults/writers';
import type { Cluster, OwnProcess } from './cluster';

/** What happens to a part of the cluster while clients write. Times are in seconds. */
export type ClusterEvent = {
  readonly name: string;
  /** The promises of docs/reliability.md that it proves. */
  readonly promises: readonly string[];
  readonly summary: string;
  /** The longest time until a new write is saved; from the start of a database where none may be saved before. */
  readonly outage: number;
  /** Whether requests may be answered with an error that a repetition settles. */
  readonly mayRefuse: boolean;
  readonly act: (cluster: Cluster, writers: Writers, random: Random) => Promise<void>;
};

const chosen = ({ processes }: Cluster, random: Random): OwnProcess =>
  processes[random.between(0, 1) === 0 ? 0 : 1];

async function killLeader({ databases }: Cluster, writers: Writers): Promise<void> {
  const leader = await databases.leader();
  writers.note();
  await leader.kill();
  await writers.more(20);
  leader.startPatroni();
  await databases.untilWhole();
}

/** Stopped in the middle of its work, it does not know that another leads until it goes on (R07). */
async function freezeLeader({ databases }: Cluster, writers: Writers, random: Random): Promise<void> {
  const leader = await databases.leader();
  const withEtcd = random.in100(50);
  writers.note();
  leader.freeze({ withEtcd });
  try {
    await databases.untilReplaced(leader);
    await writers.more(20);
  } finally {
    leader.thaw();
  }
  for (let answer = ''; answer !== 'refused'; await pause(50)) {
    answer = await leader.write();
    insist(
      answer !== 'confirmed',
      `A leader that had been replaced confirmed a write. ${answer === 'confirmed' ? await leader.describe() : ''}`,
    );
  }
  await databases.untilWhole();
}

/** In milliseconds, after which an answer that was on its way when the second machine died has arrived. */
const onTheWay = 5_000;

/** Whichever machine is left, it alone must not confirm anything; as soon as another is back, writes are saved again. */
async function killTwoDatabases({ databases }: Cluster, writers: Writers, random: Random): Promise<void> {
  const leader = await databases.leader();
  const standby = random.in100(50) ? await databases.synchronousStandby() : await databases.otherStandby();
  const [firstBack, lastBack] = random.in100(50) ? [leader, standby] : [standby, leader];
  const aloneFor = random.between(5_000, 30_000);
  await Promise.all([leader.kill(), standby.kill()]);
  await pause(onTheWay);
  const before = writers.acknowledged;
  await pause(aloneFor);
  const confirmed = writers.acknowledged - before;
  insist(confirmed === 0, `With one database left, ${confirmed} writes were acknowledged.`);
  writers.note();
  firstBack.startPatroni();
  await writers.more(20);
  lastBack.startPatroni();
  await databases.untilWhole();
}

async function killDatabase({ databases }: Cluster, writers: Writers): Promise<void> {
  const leader = await databases.leader();
  writers.note();
  leader.killDatabase();
  await writers.more(20);
  await databases.untilWhole();
}

async function killStandby({ databases }: Cluster, writers: Writers): Promise<void> {
  const standby = await databases.synchronousStandby();
  writers.note();
  await standby.kill();
  await writers.more(20);
  standby.startPatroni();
  await databases.untilWhole();
}

/** Twice as long as Patroni waits between its looks at etcd, in milliseconds. */
const twoLooks = 10_000;

async function killEtcd({ databases }: Cluster, writers: Writers): Promise<void> {
  const leader = await databases.leader();
  writers.note();
  await leader.killEtcd();
  await pause(twoLooks);
  await writers.more(20);
  insist((await databases.leader()) === leader, 'Another database leads although only one etcd was lost.');
  leader.startEtcd();
  await databases.untilWhole();
}

async function switchOver({ databases }: Cluster, writers: Writers): Promise<void> {
  const before = await databases.leader();
  writers.note();
  await databases.switchOver();
  await writers.more(20);
  await databases.untilWhole();
  insist((await databases.leader()) !== before, 'The leader is the same after the switchover.');
}

async function stopProcess(cluster: Cluster, writers: Writers, random: Random): Promise<void> {
  const own = chosen(cluster, random);
  writers.note();
  own.process.signal('SIGTERM');
  const end = await own.process.ended();
  insist(end === 0, `A process that was stopped ended with ${end}.`);
  await writers.more(20);
  await own.start();
  await writers.more(20);
}

async function killProcess(cluster: Cluster, writers: Writers, random: Random): Promise<void> {
  const own = chosen(cluster, random);
  writers.note();
  own.process.signal('SIGKILL');
  await own.process.ended();
  await writers.more(20);
  await own.start();
  await writers.more(20);
}

/** At a time that the seed chooses. */
const later =
  (act: ClusterEvent['act']): ClusterEvent['act'] =>
  async (cluster, writers, random) => {
    await pause(random.between(20, 1_500));
    await act(cluster, writers, random);
  };

export const clusterEvents: readonly ClusterEvent[] = [
  {
    name: 'switchover',
    promises: ['R06', 'R08'],
    summary: 'The leader hands over to the synchronous standby',
    outage: 15,
    mayRefuse: true,
    act: later(switchOver),
  },
  {
    name: 'leader-killed',
    promises: ['R06', 'R07', 'R08'],
    summary: 'Patroni and PostgreSQL of the leader are killed, and started again when another leads',
    outage: 45,
    mayRefuse: true,
    act: later(killLeader),
  },
  {
    name: 'leader-frozen',
    promises: ['R06', 'R07', 'R08', 'R09'],
    summary: 'The machine of the leader hangs, and goes on when another leads',
    outage: 45,
    mayRefuse: true,
    act: later(freezeLeader),
  },
  {
    name: 'two-databases-killed',
    promises: ['R06', 'R08'],
    summary: 'The leader and a standby are killed; later one is started again, then the other',
    outage: 45,
    mayRefuse: true,
    act: later(killTwoDatabases),
  },
  {
    name: 'database-killed',
    promises: ['R06', 'R08'],
    summary: 'PostgreSQL of the leader is killed; Patroni goes on',
    outage: 15,
    mayRefuse: true,
    act: later(killDatabase),
  },
  {
    name: 'standby-killed',
    promises: ['R08', 'R09'],
    summary: 'Patroni and PostgreSQL of the synchronous standby are killed, and started again',
    outage: 15,
    mayRefuse: true,
    act: later(killStandby),
  },
  {
    name: 'etcd-killed',
    promises: ['R06'],
    summary: 'etcd on the machine that leads is killed, and started again; no request notices',
    outage: 15,
    mayRefuse: false,
    act: later(killEtcd),
  },
  {
    name: 'process-stopped',
    promises: ['R31'],
    summary: 'A process of Counterfoil is stopped with SIGTERM, and started again; no request notices',
    outage: 15,
    mayRefuse: false,
    act: later(stopProcess),
  },
  {
    name: 'process-killed',
    promises: ['R01', 'R12'],
    summary: 'A process of Counterfoil is killed, and started again',
    outage: 15,
    mayRefuse: true,
    act: later(killProcess),
  },
];

/** The events with these names, in the order of the list; all without any. */
export function chosenEvents(only: readonly string[]): readonly ClusterEvent[] {
  const unknown = only.find(word => !clusterEvents.some(({ name }) => name === word));
  if (unknown !== undefined)
    throw new Error(`${unknown} is no event. Events: ${clusterEvents.map(({ name }) => name).join(', ')}.`);
  return clusterEvents.filter(({ name }) => only.length === 0 || only.includes(name));
}

/** The same events so many times, one after the other; also for ever, because each is made when it is asked for. */
export function* inRounds(events: readonly ClusterEvent[], rounds: number): Generator<ClusterEvent> {
  for (let round = 0; round < rounds; round++) yield* events;
}
