import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import { type Dovecot, startDovecot, withoutDovecot } from '../support/dovecot';
import { type SlowProxy, startSlowProxy } from '../support/slow-proxy';
import { type Figures, insist, insistInTime } from './fault';
import { mailing } from './installations';
import type { Subject } from './subject';
import { underLoad } from './under-load';
import type { Writers } from './writers';

/** In seconds. A server that falls silent is given up after 90, and tried again 5 later. */
const longest = { list: 5, complete: 150 } as const;

let delivered = 0;

/** A mailbox on a real server, and what was put into it. */
class WatchedMailbox {
  readonly subjects: string[] = [];
  readonly #subject: Subject;
  readonly #server: Dovecot;
  readonly #proxy: SlowProxy;

  constructor(subject: Subject, server: Dovecot, proxy: SlowProxy) {
    this.#subject = subject;
    this.#server = server;
    this.#proxy = proxy;
  }

  deliver(count: number): void {
    for (let nth = 0; nth < count; nth++) {
      const name = `Message ${++delivered}`;
      this.#server.deliver(
        [
          `Message-ID: <m${delivered}@customer.example>`,
          `Subject: ${name}`,
          'From: Ada Byrne <ada@customer.example>',
          'To: Shop <shop@firm.example>',
          '',
          `The text of ${name}.`,
        ].join('\n'),
      );
      this.subjects.push(name);
    }
  }

  async setUp(): Promise<void> {
    await this.#ask('/api/emails/mailbox', 'PUT', {
      address: 'shop@firm.example',
      host: '127.0.0.1',
      port: this.#proxy.port,
      security: 'none',
      username: this.#server.user,
      password: this.#server.password,
    });
  }

  remove = () => this.#ask('/api/emails/mailbox', 'DELETE');
  lookNow = () => this.#ask('/api/emails/mailbox/check', 'POST');

  /** Waits until every message is listed, and insists that none is listed twice. */
  async isComplete(): Promise<void> {
    const until = performance.now() + longest.complete * 1000;
    for (;;) {
      const listed = await this.#listed();
      const twice = listed.filter((name, place) => listed.indexOf(name) !== place);
      insist(twice.length === 0, `Messages are listed twice: ${twice.join(', ')}.`);
      if (this.subjects.every(name => listed.includes(name))) return;
      insist(
        performance.now() < until,
        `After ${longest.complete} s, ${listed.length} of ${this.subjects.length} messages are listed.`,
      );
      await pause(500);
    }
  }

  async #listed(): Promise<string[]> {
    const names: string[] = [];
    for (let after = ''; ; ) {
      const askedAt = performance.now();
      const { data, next } = (await this.#ask(`/api/emails/messages${after}`, 'GET')) as {
        data: { subject: string }[];
        next: string | null;
      };
      const seconds = (performance.now() - askedAt) / 1000;
      insistInTime(
        seconds <= longest.list,
        `The inbox took ${seconds.toFixed(1)} s; ${longest.list} are allowed (R20).`,
      );
      names.push(...data.map(({ subject }) => subject));
      if (next === null) return names;
      after = `?after=${encodeURIComponent(next)}`;
    }
  }

  async #ask(path: string, method: string, body?: object): Promise<unknown> {
    const response = await this.#subject.ask(path, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    // Before the first connection there are no folders to list.
    if (response.status === 404 && method === 'GET') return { data: [], next: null };
    insist(response.status === 200, `${path} was answered with ${response.status}: ${text}`);
    return JSON.parse(text);
  }
}

type Trouble = {
  /** Whether the mailbox is set up and complete before. A limit that is missed there is missed before any fault. */
  readonly isSetUp: boolean;
  readonly make: (
    mailbox: WatchedMailbox,
    parts: { server: Dovecot; proxy: SlowProxy; random: Random; writers: Writers },
  ) => Promise<void>;
};

const troubles: Readonly<Record<string, Trouble>> = {
  /** The connection is cut in the middle of a message, and refused for a while. */
  'drops in FETCH': {
    isSetUp: false,
    make: async (mailbox, { proxy, random, writers }) => {
      proxy.cutBefore(/FETCH \(/);
      await mailbox.setUp();
      writers.note();
      while (!proxy.isCut()) await pause(20);
      mailbox.deliver(random.between(1, 5));
      await pause(random.between(0, 2_000));
      proxy.mend();
    },
  },
  'renumbers its messages': {
    isSetUp: true,
    make: async (mailbox, { server, random, writers }) => {
      writers.note();
      await server.stop();
      server.forgetNumbers();
      await server.start();
      mailbox.deliver(random.between(1, 5));
    },
  },
  'falls silent in IDLE': {
    isSetUp: true,
    make: async (mailbox, { proxy, random, writers }) => {
      writers.note();
      proxy.stall();
      mailbox.deliver(random.between(1, 5));
      // The next command gets no answer.
      await mailbox.lookNow();
    },
  },
};

/** A mailbox misbehaves while it is read: no message is lost or listed twice, and the inbox stays quick (R20). */
export async function breakMailbox(random: Random): Promise<Figures | null> {
  if (withoutDovecot) return null;
  const { subject } = await mailing();
  const trouble = random.one(Object.values(troubles));
  await subject.signIn();
  const server = await startDovecot();
  const proxy = await startSlowProxy(server.port);
  const mailbox = new WatchedMailbox(subject, server, proxy);
  try {
    mailbox.deliver(random.between(5, 30));
    if (trouble?.isSetUp) {
      await mailbox.setUp();
      await mailbox.isComplete();
    }
    return await underLoad(subject, random, async writers => {
      await trouble?.make(mailbox, { server, proxy, random, writers });
      await mailbox.isComplete();
      await writers.more(5);
      // What arrived a second time would have been listed by now.
      await mailbox.lookNow();
      await mailbox.isComplete();
    });
  } finally {
    await mailbox.remove();
    await proxy.close();
    await server.end();
  }
}
