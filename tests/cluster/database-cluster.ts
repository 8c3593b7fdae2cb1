import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterPrograms } from '../../scripts/lib/cluster-programs.mjs';
import { insist } from '../faults/fault';
import { DatabaseMachine } from './database-machine';
import type { Layout } from './layout';
import type { Secrets } from './render-templates';

type Member = { readonly name: string; readonly role: string };

/** Long enough for a machine to be copied anew while others compute, in milliseconds. */
const patience = 300_000;

/** Three machines of which one leads, and one of the others confirms. */
export class DatabaseCluster {
  readonly machines: readonly DatabaseMachine[];
  readonly #secrets: Secrets;

  constructor(
    programs: ClusterPrograms,
    layout: Layout,
    place: { readonly folder: string; readonly secrets: Secrets },
  ) {
    this.#secrets = place.secrets;
    this.machines = layout.databases.map(ports => new DatabaseMachine(programs, layout, ports, place));
    for (const machine of this.machines) machine.startPatroni();
  }

  /** Resolves when one leads and both others follow, one of them synchronously. */
  async untilWhole(): Promise<void> {
    const endsAt = performance.now() + patience;
    while (performance.now() < endsAt) {
      if (await this.#isWhole()) return;
      const complaint = this.machines.map(machine => machine.complaint()).find(text => text !== null);
      if (complaint) throw new Error(complaint);
      await pause(200);
    }
    throw new Error(
      `The cluster is not whole again: ${JSON.stringify(await this.#members())}\n${this.machines.map(machine => machine.lastLines()).join('\n')}`,
    );
  }

  /** Patroni still lists a machine for a while after it was killed, so PostgreSQL is asked too. */
  async #isWhole(): Promise<boolean> {
    const members = (await this.#members()) ?? [];
    const inRole = (role: string) => members.find(member => member.role === role)?.name;
    const leader = this.machines.find(({ ports }) => ports.name === inRole('leader'));
    if (!leader) return false;
    try {
      const following = await leader.ask<{ name: string; sync: string }>(
        `select application_name as name, sync_state as sync from pg_stat_replication where state = 'streaming'`,
      );
      const confirming = following.filter(({ sync }) => sync === 'sync').map(({ name }) => name);
      return following.length === 2 && confirming.join() === inRole('sync_standby');
    } catch {
      return false;
    }
  }

  async leader(): Promise<DatabaseMachine> {
    return this.#machineAs('leader');
  }

  /** The machine without which no change is confirmed. */
  async synchronousStandby(): Promise<DatabaseMachine> {
    return this.#machineAs('sync_standby');
  }

  /** The machine that follows without being waited for. */
  async otherStandby(): Promise<DatabaseMachine> {
    return this.#machineAs('replica');
  }

  /** Resolves when another machine than this one leads. */
  async untilReplaced(former: DatabaseMachine): Promise<void> {
    const endsAt = performance.now() + patience;
    while (performance.now() < endsAt) {
      const leader = (await this.#members())?.find(({ role }) => role === 'leader');
      if (leader && leader.name !== former.ports.name) return;
      await pause(200);
    }
    throw new Error(`No other database leads: ${JSON.stringify(await this.#members())}`);
  }

  /** Hands over to the standby that has every confirmed change. */
  async switchOver(): Promise<void> {
    const [leader, standby] = [await this.leader(), await this.synchronousStandby()];
    const response = await fetch(`http://127.0.0.1:${leader.ports.patroni}/switchover`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`patroni:${this.#secrets.patroni}`)}` },
      body: JSON.stringify({ leader: leader.ports.name, candidate: standby.ports.name }),
      signal: AbortSignal.timeout(patience),
    });
    insist(response.status === 200, `Patroni refused to switch over: ${await response.text()}`);
  }

  async kill(): Promise<void> {
    for (const machine of this.machines) await machine.killAll();
  }

  async #machineAs(role: string): Promise<DatabaseMachine> {
    const member = (await this.#members())?.find(one => one.role === role);
    const machine = this.machines.find(({ ports }) => ports.name === member?.name);
    if (!machine) throw new Error(`No database machine is the ${role}.`);
    return machine;
  }

  /** As any of the machines sees them; null when none answers. */
  async #members(): Promise<readonly Member[] | null> {
    for (const { ports } of this.machines)
      try {
        const response = await fetch(`http://127.0.0.1:${ports.patroni}/cluster`, {
          signal: AbortSignal.timeout(5_000),
        });
        return ((await response.json()) as { members: Member[] }).members;
      } catch {
        // The next one may know.
      }
    return null;
  }
}
