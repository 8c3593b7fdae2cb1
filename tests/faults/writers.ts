import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import { checkBooks } from './check-books';
import type { Client } from './client';
import { type Figures, insist, PromiseBroken } from './fault';
import { type Goods, goodsOf, hasUnit, insistOnSales, isSoldOut, readGoods, saleOf } from './goods';

const journal = {
  lines: [
    { account: '6910', debit: '1.25' },
    { account: '1020', credit: '1.25' },
  ],
};
const named = {
  suppliers: { path: '/api/suppliers', bodyOf: (name: string) => ({ name }), nameIn: 'name' },
  journals: {
    path: '/api/journals',
    bodyOf: (narrative: string) => ({ narrative, ...journal }),
    nameIn: 'narrative',
  },
} as const;
type Kind = keyof typeof named;

/** A request, and how it is found afterwards: by its name, or by the id that it was answered with. */
type Write = { readonly path: string; readonly body: object; readonly name: string | null };
type Answer = { readonly status: number; readonly id: number; readonly text: string };

const markOfSale = (id: number) => `sale ${id}`;

/** A write that was answered as saved. Times are those of the wall clock, in milliseconds. */
type Saved = { readonly mark: string; readonly sentAt: number; readonly savedAt: number };

const marksOf = (saved: readonly Saved[]) => saved.map(({ mark }) => mark);

/** Answers after which the same request, with the same key, is sent again. */
const again = new Set([409, 429, 503, 507]);
/** The same, of a load balancer whose process was lost in the middle of a request. */
const ofBalancer = new Set([502, 504]);

/** In milliseconds without an answer that settles a write: what takes longer does not go on by itself. */
export const longestStandstill = 300_000;

export type WritersOptions = {
  readonly clients?: number;
  readonly port?: number;
  readonly behindBalancer?: boolean;
  /** Signs in again when an answer says that the session has ended. Without it, that breaks a promise. */
  readonly signIn?: () => Promise<void>;
  readonly standstill?: number;
};

/**
 * Clients that save suppliers, post journals and sell over HTTP. Each repeats its request with the same key until it is
 * saved, and now and then once more after that, as a client does that did not hear the answer. A sale may also be refused
 * because none is left.
 */
export class Writers {
  readonly #client: Client;
  readonly #random: Random;
  readonly #port: number;
  readonly #behindBalancer: boolean;
  readonly #signIn: (() => Promise<void>) | undefined;
  readonly #standstill: number;
  #signingIn: Promise<void> | undefined;
  readonly #saved: Saved[] = [];
  /** How long answers took since `takeTimes`, in seconds. */
  readonly #times: number[] = [];
  readonly #round = randomUUID().slice(0, 8);
  readonly #goods: Promise<Goods>;
  readonly #working: Promise<void>[];
  #isOver = false;
  #isAbandoned = false;
  #settledAt = performance.now();
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
    {
      clients = 4,
      port = client.port,
      behindBalancer = false,
      signIn,
      standstill = longestStandstill,
    }: WritersOptions = {},
  ) {
    this.#client = client;
    this.#random = random;
    this.#port = port;
    this.#behindBalancer = behindBalancer;
    this.#signIn = signIn;
    this.#standstill = standstill;
    this.#goods = this.#addGoods();
    this.#working = Array.from({ length: clients }, (_, who) => this.#write(who));
    // Awaited in `finish`; a failure before that must not end the run.
    for (const work of [this.#goods, ...this.#working]) work.catch(() => undefined);
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
      this.#insistOnProgress();
      await Promise.race([pause(20), Promise.all(this.#working)]);
    }
  }

  /** Lets the clients go on until a fault was injected, where chance decides about each. */
  async untilInjected(): Promise<void> {
    while (this.#injected === 0) await this.more(1);
  }

  /** How long each answer took since this was asked last, in seconds. */
  takeTimes(): number[] {
    return this.#times.splice(0);
  }

  /** The marks of what was answered as saved before a moment. */
  savedBefore(moment: Date): string[] {
    return marksOf(this.#saved.filter(({ savedAt }) => savedAt < moment.getTime()));
  }

  /** The marks of what was first sent after a moment, and answered as saved. */
  sentAfter(moment: Date): string[] {
    return marksOf(this.#saved.filter(({ sentAt }) => sentAt > moment.getTime()));
  }

  /** The marks of what is there. Insists that stock, numbers and journals agree with the sales. */
  async found(): Promise<string[]> {
    return [
      ...(await this.#stored('suppliers')),
      ...(await this.#stored('journals')),
      ...(await insistOnSales(this.#client.ask, await this.#goods)).map(markOfSale),
    ];
  }

  /** Ends the load whatever was saved. */
  abandon(): void {
    this.#isOver = true;
    this.#isAbandoned = true;
  }

  /** Ends the load once every write is saved, compares what was acknowledged with what is there, and checks the books. */
  async finish(): Promise<Figures> {
    this.#isOver = true;
    const ended = Promise.all(this.#working).then(() => true);
    while (!(await Promise.race([ended, pause(1_000, false, { ref: false })]))) this.#insistOnProgress();
    const figures = await this.compare();
    await checkBooks(this.#client.ask);
    return figures;
  }

  /** Compares what was acknowledged with what is there, once the load has ended. */
  async compare(): Promise<Figures> {
    const found = await this.found();
    const kept = new Set(found);
    const lost = marksOf(this.#saved).filter(mark => !kept.has(mark)).length;
    const figures = {
      acknowledged: this.#saved.length,
      refused: this.#refused,
      lost,
      // Every write was repeated until it was answered, so whatever else is there was saved besides.
      doubled: found.length - (this.#saved.length - lost),
      slowest: this.#slowest,
      injected: this.#injected,
      outage: this.#outage,
      gap: this.#gap,
    };
    insist(figures.lost === 0 && figures.doubled === 0, `Lost ${figures.lost}, doubled ${figures.doubled}.`);
    return figures;
  }

  async #write(who: number): Promise<void> {
    const goods = await this.#goods;
    for (let nth = 1; !this.#isOver; nth++) {
      const key = randomUUID();
      const write = this.#draw(`${this.#round} ${who}-${nth}`, key, goods);
      const startedAt = performance.now();
      const sentAt = Date.now();
      const answer = await this.#send(write, key);
      // None was left.
      if (answer.status !== 200) continue;
      this.#saved.push({ mark: write.name ?? markOfSale(answer.id), sentAt, savedAt: Date.now() });
      this.#noteSaved();
      if (this.#faultAt !== null && startedAt > this.#faultAt) {
        this.#outage = Math.max(this.#outage, (performance.now() - this.#faultAt) / 1000);
        this.#faultAt = null;
      }
      if (this.#random.in100(10)) {
        const { id } = await this.#send(write, key);
        insist(id === answer.id, `A request sent again was saved as ${id}, and first as ${answer.id}.`);
      }
    }
  }

  #insistOnProgress(): void {
    const seconds = (performance.now() - this.#settledAt) / 1000;
    insist(
      seconds <= this.#standstill / 1000,
      `No write was answered as saved or sold out for ${seconds.toFixed(0)} s.`,
    );
  }

  #noteSaved(): void {
    const now = performance.now();
    this.#gap = Math.max(this.#gap, (now - (this.#savedAt ?? now)) / 1000);
    this.#savedAt = now;
  }

  #draw(name: string, key: string, { scarce, plentiful }: Goods): Write {
    const drawn = this.#random.between(1, 100);
    if (drawn <= 70) {
      const { path, bodyOf } = named[drawn <= 35 ? 'suppliers' : 'journals'];
      return { path, body: bodyOf(name), name };
    }
    return { path: '/api/sales', body: saleOf(drawn <= 75 ? scarce : plentiful, key), name: null };
  }

  async #addGoods(): Promise<Goods> {
    const add = (path: string, body: object) => this.#send({ path, body, name: null }, randomUUID());
    if (!(await hasUnit(this.#client.ask))) await add('/api/units', { name: 'Packet' });
    return readGoods((await add('/api/get-started/products', goodsOf(this.#round))).text);
  }

  /** Sends a write until it is saved, or none of the goods is left. */
  async #send({ path, body }: Write, key: string): Promise<Answer> {
    for (;;) {
      const answer = await this.#attempt(path, body, key);
      if (answer && (answer.status === 200 || isSoldOut(answer))) {
        this.#settledAt = performance.now();
        return answer;
      }
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
  async #attempt(path: string, body: object, key: string): Promise<Answer | null> {
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
      const seconds = (performance.now() - sentAt) / 1000;
      this.#times.push(seconds);
      this.#slowest = Math.max(this.#slowest, seconds);
    }
  }

  /** The names of this round that the product now lists. */
  async #stored(kind: Kind): Promise<string[]> {
    const { path, nameIn } = named[kind];
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
}
