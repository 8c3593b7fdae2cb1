import pg from 'pg';
import { DatabaseAway } from './database-away';
import type { DatabaseAddress, Host } from './database-url';
import type { ServerMemory } from './server-memory';
import type { ServerIdentity } from './shared-memory';

/** What a server says of itself to each new session. */
export type ServerFacts = {
  readonly in_recovery: boolean;
  readonly read_only: boolean;
  readonly system: string;
  /** Null on a standby. */
  readonly timeline: number | null;
};

/** Selects `ServerFacts`. The timeline is read from the name of the current WAL file, which needs no checkpoint. */
export const serverFacts = `pg_is_in_recovery() as in_recovery, current_setting('transaction_read_only') = 'on' as read_only,
  (select system_identifier::text from pg_control_system()) as system,
  case when not pg_is_in_recovery()
    then ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int end as timeline`;

/** A server that has died without a word is passed over after this time, in milliseconds. */
const probeMs = 2_000;

export const nameOfHost = ({ host, port }: Host): string =>
  host.startsWith('/') ? host : host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/**
 * Connects to the server that takes writes. If two do, the newer timeline wins. Chosen again after each failure.
 */
export class ServerRoute {
  readonly #address: DatabaseAddress;
  readonly #memory: ServerMemory;
  #current: Host | undefined;
  #search: Promise<Host> | undefined;

  constructor(address: DatabaseAddress, memory: ServerMemory) {
    this.#address = address;
    this.#memory = memory;
  }

  /** The server to connect to now. @throws DatabaseAway when none takes writes. */
  async choose(): Promise<Host> {
    await this.#memory.refresh();
    const [first, ...others] = this.#address.hosts;
    if (others.length === 0) return first;
    if (this.#current) return this.#current;
    this.#search ??= this.#find().finally(() => (this.#search = undefined));
    return this.#search;
  }

  /** After a failure: the next connection asks all servers again. */
  forget(): void {
    this.#current = undefined;
  }

  /** Judges the server of a new session. @throws DatabaseAway when it must not be used. */
  accept(at: Host, facts: ServerFacts): void {
    if (this.#address.hosts.length > 1 && (facts.in_recovery || facts.read_only))
      throw new DatabaseAway(`The database at ${nameOfHost(at)} no longer takes writes.`);
    const refused = this.#objection(at, facts);
    if (refused) throw new DatabaseAway(refused);
    this.#remember(facts);
  }

  #objection(at: Host, { system, timeline }: ServerFacts): string | null {
    const known = this.#memory.read();
    const where = `The database at ${nameOfHost(at)}`;
    // Another database in the shared memory is that of another installation.
    if (known !== null && known.system !== system)
      return `${where} is another one than before: its system identifier is ${system}, not ${known.system}. Correct DATABASE_URL. If you moved the database to this server on purpose, delete ${this.#memory.where} and start again.`;
    const newest = this.#memory.newestOf(system);
    if (timeline !== null && newest !== null && timeline < newest)
      return `${where} has been replaced: another server has taken over from it (timeline ${newest}; this one is on timeline ${timeline}), so changes made here would be lost. Set DATABASE_URL to the server that took over. If you went back to an older copy on purpose, delete ${this.#memory.where} and start again.`;
    return null;
  }

  #remember({ system, timeline }: ServerFacts): void {
    if (timeline !== null) this.#memory.write({ system, timeline });
  }

  /** Asks every server, because an old primary cannot know that another has taken over from it. */
  async #find(): Promise<Host> {
    const answers = await Promise.all(this.#address.hosts.map(host => this.#ask(host)));
    const writable = answers
      .filter(answer => 'timeline' in answer)
      .toSorted((a, b) => b.timeline - a.timeline);
    const [best] = writable;
    if (!best) {
      const reasons = answers.map(answer => ('reason' in answer ? answer.reason : '')).filter(Boolean);
      throw new DatabaseAway(`No database of DATABASE_URL takes writes: ${reasons.join('; ')}.`);
    }
    this.#current = best.at;
    // Before the first session: the others may be asked by a process that knows less.
    this.#remember({ ...best, in_recovery: false, read_only: false });
    return best.at;
  }

  async #ask(at: Host): Promise<(ServerIdentity & { at: Host }) | { reason: string }> {
    const where = nameOfHost(at);
    try {
      const facts = await this.#probe(at);
      if (facts.in_recovery || facts.timeline === null) return { reason: `${where} is a standby` };
      if (facts.read_only) return { reason: `${where} is read-only` };
      const refused = this.#objection(at, facts);
      return refused
        ? { reason: refused.replace(/\.$/, '') }
        : { at, system: facts.system, timeline: facts.timeline };
    } catch (error) {
      return { reason: `${where} cannot be used (${(error as Error).message || 'it does not respond'})` };
    }
  }

  async #probe(at: Host): Promise<ServerFacts> {
    const client = new pg.Client({
      ...this.#address.signIn,
      ...at,
      application_name: 'counterfoil start',
      connectionTimeoutMillis: probeMs,
      query_timeout: probeMs,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<ServerFacts>(`select ${serverFacts}`);
      const [facts] = rows;
      if (!facts) throw new Error('it does not say what it is');
      return facts;
    } finally {
      // A server that does not answer would not say goodbye either.
      void client.end().catch(() => undefined);
    }
  }
}
