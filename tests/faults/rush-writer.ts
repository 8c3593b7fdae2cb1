import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import type { Client } from './client';
import { type Figures, insist, PromiseBroken } from './fault';
import { add } from './words';
import { longestStandstill } from './writers';

/** What one of many wants at the same moment. */
export type Want = { readonly kind: string; readonly path: string; readonly body: object };
type Answer = { readonly status: number; readonly code: string; readonly id: number; readonly text: string };

/** Answers after which the same request, with the same key, is sent again. */
const again = new Set([429, 503, 507]);
/** Answers that settle a want: it was granted, or someone else was faster. */
const settled = new Set([200, 409, 422]);

/** Sends many requests at once, each until it is settled, and counts what that took. */
export class RushWriter {
  readonly ask: Client['ask'];
  readonly #random: Random;
  readonly #saved: number[] = [];
  #refused = 0;
  #settled = 0;
  #slowest = 0;
  #injected = 0;
  #outage = 0;
  #faultAt: number | null = null;
  #lost = 0;
  #doubled = 0;

  constructor({ ask }: Client, random: Random) {
    this.ask = ask;
    this.#random = random;
  }

  /** How many requests were granted or refused for good. */
  get settled(): number {
    return this.#settled;
  }

  /** Notes that a fault was injected now. */
  note(): void {
    this.#injected += 1;
    this.#faultAt = performance.now();
  }

  /** Sends what must be saved before the others begin. */
  async insistSaved(path: string, body: object): Promise<Answer> {
    const answer = await this.#send(path, body);
    insist(answer.status === 200, `${path} was answered with ${answer.status}: ${answer.text}`);
    return answer;
  }

  /** Sends a request until it is granted or refused for good. */
  async settle({ kind, path, body }: Want): Promise<{ readonly kind: string; readonly status: number }> {
    const { status, id } = await this.#send(path, body);
    if (status === 200 && path === '/api/sales') this.#saved.push(id);
    return { kind, status };
  }

  /** Compares what was answered as saved with the sales that are there. */
  compare(found: readonly number[]): void {
    const there = new Set(found);
    this.#lost = this.#saved.filter(id => !there.has(id)).length;
    this.#doubled = found.length - (this.#saved.length - this.#lost);
    insist(this.#lost === 0 && this.#doubled === 0, `Lost ${this.#lost}, doubled ${this.#doubled}.`);
  }

  /** The figures of several. */
  static add(writers: readonly RushWriter[]): Figures {
    return add(writers.map(writer => ({ figures: writer.#figures() })));
  }

  #figures(): Figures {
    return {
      acknowledged: this.#saved.length,
      refused: this.#refused,
      lost: this.#lost,
      doubled: this.#doubled,
      slowest: this.#slowest,
      injected: this.#injected,
      outage: this.#outage,
      gap: this.#outage,
    };
  }

  async #send(path: string, body: object): Promise<Answer> {
    const key = randomUUID();
    const startedAt = performance.now();
    for (;;) {
      const sentAt = performance.now();
      const answer = await this.#attempt(path, body, key);
      if (answer && answer.code !== 'still_running' && settled.has(answer.status)) {
        this.#settled += 1;
        this.#noteSettled(sentAt);
        return answer;
      }
      if (answer && answer.code !== 'still_running' && !again.has(answer.status))
        throw new PromiseBroken(`A write was answered with ${answer.status}: ${answer.text}`);
      this.#refused += 1;
      insist(
        performance.now() - startedAt <= longestStandstill,
        `A write was not settled for ${longestStandstill / 1000} s; the last answer was ${answer?.status ?? 'none'}.`,
      );
      await pause(this.#random.between(50, 500));
    }
  }

  #noteSettled(sentAt: number): void {
    if (this.#faultAt === null || sentAt < this.#faultAt) return;
    this.#outage = Math.max(this.#outage, (performance.now() - this.#faultAt) / 1000);
    this.#faultAt = null;
  }

  /** One attempt; null when no whole answer arrived. */
  async #attempt(path: string, body: object, key: string): Promise<Answer | null> {
    const sentAt = performance.now();
    try {
      const response = await this.ask(path, {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      const { id = 0, code = '' } = JSON.parse(text) as { id?: number; code?: string };
      return { status: response.status, code, id, text };
    } catch {
      return null;
    } finally {
      this.#slowest = Math.max(this.#slowest, (performance.now() - sentAt) / 1000);
    }
  }
}
