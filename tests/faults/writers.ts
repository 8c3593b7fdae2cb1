import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import type { Client } from './client';
import { type Figures, insist, PromiseBroken } from './fault';
import { longestAnswer } from './subject';

const journal = {
  lines: [
    { account: '6910', debit: '1.25' },
    { account: '1020', credit: '1.25' },
  ],
};
const kinds = {
  suppliers: { path: '/api/suppliers', bodyOf: (name: string) => ({ name }), nameIn: 'name' },
  journals: {
    path: '/api/journals',
    bodyOf: (narrative: string) => ({ narrative, ...journal }),
    nameIn: 'narrative',
  },
} as const;
type Kind = keyof typeof kinds;

type Saved = { readonly kind: Kind; readonly name: string; readonly id: number };
type Answer = { readonly status: number; readonly id: number; readonly text: string };

/** Answers after which the same request, with the same key, is sent again. */
const again = new Set([409, 429, 503, 507]);
/** The same, of a load balancer whose process was lost in the middle of a request. */
const ofBalancer = new Set([502, 504]);

export type WritersOptions = {
  readonly clients?: number;
  readonly port?: number;
  readonly behindBalancer?: boolean;
  /** Signs in again when an answer says that the session has ended. Without it, that breaks a promise. */
  readonly signIn?: () => Promise<void>;
};

/**
 * Clients that save suppliers and post journals over HTTP. Each repeats its request with the same key until it is
 * saved, and now and then once more after that, as a client does that did not hear the answer.
 */
export class Writers {
  readonly #client: Client;
  readonly #random: Random;
  readonly #port: number;
  readonly #behindBalancer: boolean;
  readonly #signIn: (() => Promise<void>) | undefined;
  #signingIn: Promise<void> | undefined;
  readonly #saved: Saved[] = [];
  readonly #round = randomUUID().slice(0, 8);
  readonly #working: Promise<void>[];
  #isOver = false;
  #isAbandoned = false;
  #refused = 0;
  #slowest = 0;
  #injected = 0;
  #outage = 0;
  #gap = 0;
  #savedAt: number | null = null;
  #faultAt: number | null = null;

  constructor(
    client: Client,
    random: Random,
    { clients = 4, port = client.port, behindBalancer = false, signIn }: WritersOptions = {},
  ) {
    this.#client = client;
    this.#random = random;
    this.#port = port;
    this.#behindBalancer = behindBalancer;
    this.#signIn = signIn;
    this.#working = Array.from({ length: clients }, (_, who) => this.#write(who));
    // Awaited in `finish`; a failure before that must not end the run.
    for (const work of this.#working) work.catch(() => undefined);
  }

  get acknowledged(): number {
    return this.#saved.length;
  }

  /** Notes that a fault was injected now. */
  note(): void {
    this.#injected += 1;
    this.#faultAt ??= performance.now();
  }

  /** Resolves when so many more writes were saved. */
  async more(count: number): Promise<void> {
    const enough = this.#saved.length + count;
    while (this.#saved.length < enough) {
      insist(!this.#isOver, 'The writers stopped before they had saved enough.');
      await Promise.race([pause(20), Promise.all(this.#working)]);
    }
  }

  /** Ends the load whatever was saved. */
  abandon(): void {
    this.#isOver = true;
    this.#isAbandoned = true;
  }

  /**
   * Ends the load once every write is saved, and compares what was acknowledged with what is there. May be called again
   * later, to compare once more.
   */
  async finish(): Promise<Figures> {
    this.#isOver = true;
    await Promise.all(this.#working);
    const found = (
      await Promise.all((['suppliers', 'journals'] as const).map(kind => this.#stored(kind)))
    ).flat();
    const times = new Map<string, number>();
    for (const name of found) times.set(name, (times.get(name) ?? 0) + 1);
    const figures = {
      acknowledged: this.#saved.length,
      refused: this.#refused,
      lost: this.#saved.filter(({ name }) => !times.has(name)).length,
      doubled: [...times.values()].filter(count => count > 1).length,
      slowest: this.#slowest,
      injected: this.#injected,
      outage: this.#outage,
      gap: this.#gap,
    };
    insist(figures.lost === 0 && figures.doubled === 0, `Lost ${figures.lost}, doubled ${figures.doubled}.`);
    insist(
      figures.slowest <= longestAnswer,
      `An answer took ${figures.slowest.toFixed(1)} s; ${longestAnswer} are allowed.`,
    );
    await this.#checkBooks();
    return figures;
  }

  async #write(who: number): Promise<void> {
    for (let nth = 1; !this.#isOver; nth++) {
      const kind = this.#random.in100(50) ? 'suppliers' : 'journals';
      const name = `${this.#round} ${who}-${nth}`;
      const key = randomUUID();
      const startedAt = performance.now();
      const id = await this.#save(kind, name, key);
      this.#saved.push({ kind, name, id });
      this.#noteSaved();
      if (this.#faultAt !== null && startedAt > this.#faultAt) {
        this.#outage = Math.max(this.#outage, (performance.now() - this.#faultAt) / 1000);
        this.#faultAt = null;
      }
      if (this.#random.in100(10)) {
        const repeated = await this.#save(kind, name, key);
        insist(repeated === id, `A request sent again was saved as ${repeated}, and first as ${id}.`);
      }
    }
  }

  #noteSaved(): void {
    const now = performance.now();
    this.#gap = Math.max(this.#gap, (now - (this.#savedAt ?? now)) / 1000);
    this.#savedAt = now;
  }

  /** Sends a write until it is saved. Returns its id. */
  async #save(kind: Kind, name: string, key: string): Promise<number> {
    const { path, bodyOf } = kinds[kind];
    for (;;) {
      const answer = await this.#send(path, bodyOf(name), key);
      if (answer?.status === 200) return answer.id;
      if (answer !== null && !this.#mayRepeat(answer.status))
        throw new PromiseBroken(`A write was answered with ${answer.status}: ${answer.text}`);
      insist(!this.#isAbandoned, 'The round has ended.');
      this.#refused += 1;
      if (answer?.status === 401) await this.#signInAgain();
      await pause(this.#random.between(20, 200));
    }
  }

  #mayRepeat(status: number): boolean {
    if (status === 401) return this.#signIn !== undefined;
    return again.has(status) || (this.#behindBalancer && ofBalancer.has(status));
  }

  /** Once for all clients, which have one session. */
  async #signInAgain(): Promise<void> {
    this.#signingIn ??= this.#signIn?.().finally(() => {
      this.#signingIn = undefined;
    });
    await this.#signingIn;
  }

  /** One attempt; null when no whole answer arrived. */
  async #send(path: string, body: object, key: string): Promise<Answer | null> {
    const sentAt = performance.now();
    try {
      const response = await this.#client.askAt(this.#port, path, {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      return {
        status: response.status,
        text,
        id: response.status === 200 ? (JSON.parse(text) as { id: number }).id : 0,
      };
    } catch {
      return null;
    } finally {
      this.#slowest = Math.max(this.#slowest, (performance.now() - sentAt) / 1000);
    }
  }

  /** The names of this round that the product now lists. */
  async #stored(kind: Kind): Promise<string[]> {
    const { path, nameIn } = kinds[kind];
    const names: string[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const response = await this.#client.ask(`${path}?search=${this.#round}&per_page=1000&page=${page}`);
      insist(response.status === 200, `The list ${path} was answered with ${response.status}.`);
      const list = (await response.json()) as { data: Record<string, string>[]; last_page: number };
      names.push(...list.data.map(row => row[nameIn] ?? ''));
      last = list.last_page;
    }
    return names.filter(name => name.startsWith(this.#round));
  }

  async #checkBooks(): Promise<void> {
    const response = await this.#client.ask('/api/books/check', { method: 'POST' });
    const text = await response.text();
    insist(
      response.status === 200 && (JSON.parse(text) as { holds: boolean }).holds,
      `The check of the books found a problem: ${text.slice(0, 2_000)}`,
    );
  }
}
