import type { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import pg from 'pg';
import { uncancelled } from './cancellation';
import type { SlowStatements } from './slow-statements';
import { type ServerFacts, type ServerRoute, serverFacts } from './server-route';

/** How to reach and sign in to a database. */
export type Connection = pg.PoolConfig & {
  /** Where the connection goes, if not to a fixed host. */
  readonly route?: ServerRoute | undefined;
};

export type SessionConfig = pg.ClientConfig & {
  readonly route?: ServerRoute | undefined;
  /** Settings of the session, such as its time limits. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** After this time without an answer the server is given up, in milliseconds. */
  readonly answersWithin?: number | undefined;
  /** What happens to statements that take long. */
  readonly slowStatements?: SlowStatements | undefined;
};

/**
 * A session with the server that takes writes. Its settings are made by a statement: as start-up options a pooler would
 * refuse them, or lose them without a word.
 */
export class Session extends pg.Client {
  readonly #route: ServerRoute | undefined;
  readonly #parameters: readonly (readonly [name: string, value: string])[];
  /** The server's process. A pooler invents the number that the protocol reports. */
  #process = 0;

  constructor(settings: SessionConfig = {}) {
    super(settings);
    this.#route = settings.route;
    this.#parameters = Object.entries(settings.parameters ?? {});
    // A lost session fails its next statement; without a listener the event would end the process.
    this.on('error', () => undefined);
  }

  get processOfServer(): number {
    return this.#process;
  }

  /** Ends the connection without a word to the server, which may be lost with its machine. */
  cut(): void {
    // The library's types lack the connection.
    const { connection } = this as unknown as { connection: { stream: Duplex } };
    connection.stream.destroy();
  }

  /** Makes the next sessions look for the server that takes writes. */
  protected forgetServer(): void {
    this.#route?.forget();
  }

  // `connect` has overloads, for a promise and for a callback.
  override connect = ((done?: (error: Error | null) => void) =>
    done ? callbackify(() => this.#open())(error => done(error)) : this.#open()) as pg.Client['connect'];

  async #open(): Promise<this> {
    if (this.#route) Object.assign(this, await this.#route.choose());
    try {
      await super.connect();
      await this.#introduce();
      return this;
    } catch (error) {
      this.#route?.forget();
      void this.end().catch(() => undefined);
      throw error;
    }
  }

  async #introduce(): Promise<void> {
    const settings = this.#parameters.map(
      ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, false)`,
    );
    const facts = this.#route ? [serverFacts] : [];
    // The pool opens a connection for others too, such as in place of one whose work was cancelled.
    const { rows } = await uncancelled(() =>
      this.query<ServerFacts & { process: number }>(
        `select ${['pg_backend_pid() as process', ...facts, ...settings].join(', ')}`,
      ),
    );
    const [self] = rows;
    if (!self) throw new Error('The database did not introduce itself');
    this.#process = self.process;
    this.#route?.accept(this, self);
  }
}
