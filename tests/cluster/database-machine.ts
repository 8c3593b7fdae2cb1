import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { ClusterPrograms } from '../../scripts/lib/cluster-programs.mjs';
import { signalTree } from '../support/signal-tree';
import type { DatabasePorts, Layout } from './layout';
import { ownFile, ownFolder, type Program, startProgram } from './programs';
import { renderEtcd, renderPatroni, type Secrets } from './render-templates';

/** What a standby says of a write: that the transaction is read-only. */
const readOnly = '25006';

/** One of the three machines with etcd, Patroni and PostgreSQL. */
export class DatabaseMachine {
  readonly #programs: ClusterPrograms;
  readonly #folder: string;
  readonly #settings: string;
  readonly #password: string;
  readonly #startEtcd: () => Program;
  #etcd: Program;
  readonly ports: DatabasePorts;
  #patroni: Program | null = null;

  /** Starts etcd. Patroni can be started when all three have. */
  constructor(
    programs: ClusterPrograms,
    layout: Layout,
    ports: DatabasePorts,
    { folder: parent, secrets }: { readonly folder: string; readonly secrets: Secrets },
  ) {
    this.#programs = programs;
    this.ports = ports;
    const folder = ownFolder(parent, ports.name);
    this.#folder = folder;
    this.#password = secrets.superuser;
    const place = { folder, binaries: programs.postgres, secrets };
    this.#settings = ownFile(folder, 'patroni.yml', renderPatroni(layout, ports, place));
    this.#startEtcd = () =>
      startProgram(programs, folder, [programs.etcd], renderEtcd(layout, ports, folder));
    this.#etcd = this.#startEtcd();
  }

  startPatroni(): void {
    this.#patroni = startProgram(this.#programs, this.#folder, [this.#programs.patroni, this.#settings]);
  }

  killEtcd(): Promise<void> {
    return this.#etcd.kill('SIGKILL');
  }

  startEtcd(): void {
    this.#etcd = this.#startEtcd();
  }

  /** Kills PostgreSQL with all its sessions. */
  killDatabase(): void {
    const pid = this.#postmaster();
    if (pid !== null) signalTree(pid, 'SIGKILL');
  }

  /** Kills Patroni and PostgreSQL, as when the machine loses power. */
  async kill(): Promise<void> {
    await this.#patroni?.kill('SIGKILL');
    this.killDatabase();
  }

  /** Stops everything in the middle of its work, as when the machine hangs; etcd only if it is on the same machine. */
  freeze({ withEtcd }: { readonly withEtcd: boolean }): void {
    if (withEtcd) this.#etcd.freeze();
    this.#patroni?.freeze();
    const pid = this.#postmaster();
    if (pid === null) return;
    signalTree(pid, 'SIGSTOP');
    // A session that was opened before the server itself was stopped.
    signalTree(pid, 'SIGSTOP');
  }

  thaw(): void {
    const pid = this.#postmaster();
    if (pid !== null) signalTree(pid, 'SIGCONT');
    this.#patroni?.thaw();
    this.#etcd.thaw();
  }

  /**
   * Writes as a client does. Only an answer without a warning is a confirmation: a wait for the standby that is cancelled
   * ends with one.
   */
  async write(): Promise<'confirmed' | 'not confirmed' | 'refused'> {
    const client = this.#session('postgres');
    let isWarned = false;
    client.on('notice', () => {
      isWarned = true;
    });
    try {
      await client.connect();
      await client.query(`comment on database postgres is 'Written to by a test'`);
      return isWarned ? 'not confirmed' : 'confirmed';
    } catch (error) {
      return error instanceof pg.DatabaseError && error.code === readOnly ? 'refused' : 'not confirmed';
    } finally {
      await client.end();
    }
  }

  /** What it is at this moment, for a failure. */
  async describe(): Promise<string> {
    const [facts] = await this.ask(`
      select pg_is_in_recovery() as in_recovery, current_setting('synchronous_standby_names') as waits_for,
        (select timeline_id from pg_control_checkpoint()) as timeline, pg_postmaster_start_time() as started_at, now() as at,
        (select jsonb_agg(to_jsonb(r)) from pg_stat_replication r) as followers`).catch((error: Error) => [
      { error: error.message },
    ]);
    return `${JSON.stringify(facts)}\n${this.lastLines()}`;
  }

  async killAll(): Promise<void> {
    await this.kill();
    await this.killEtcd();
  }

  /** What has ended although it should run, with its last lines. */
  complaint(): string | null {
    const ended = [this.#etcd, this.#patroni].find(program => program?.hasEnded());
    return ended ? `${ended.name} of ${this.ports.name} has ended:\n${ended.lastLines()}` : null;
  }

  /** The last lines of Patroni, for a failure. */
  lastLines(): string {
    return `${this.ports.name}: ${this.#patroni?.lastLines() ?? ''}`;
  }

  async ask<Row extends pg.QueryResultRow>(statement: string, database = 'postgres'): Promise<Row[]> {
    const client = this.#session(database);
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  #session(database: string): pg.Client {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: this.ports.postgres,
      user: 'postgres',
      password: this.#password,
      database,
      connectionTimeoutMillis: 30_000,
    });
    client.on('error', () => undefined);
    return client;
  }

  #postmaster(): number | null {
    try {
      const [pid] = readFileSync(join(this.#folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
      return Number(pid) || null;
    } catch {
      return null;
    }
  }
}
