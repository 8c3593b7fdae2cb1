import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EmailStatus } from '#domain/emails/email.contract';
import type { Random } from '../model/random';
import { type Manner, manners } from '../support/moody-mail-server';
import { type Fault, type Figures, insist, insistInTime } from './fault';
import { mailing } from './installations';
import { breakMailbox } from './mailbox';
import type { Subject } from './subject';
import { underLoad } from './under-load';

/** In seconds. A request waits ten for the mail server, and other writes not at all: usually, they take less than this. */
const longest = { withMail: 15, typicalWrite: 3, otherJob: 30, retried: 90 } as const;

/** What an email is once the server behaves well again. A message that may have arrived is never sent again by itself. */
const outcomeAfter: Readonly<Record<Manner, EmailStatus>> = {
  well: 'sent',
  slowly: 'sent',
  'drop-after-data': 'unconfirmed',
  'accept-and-stall': 'unconfirmed',
  later: 'sent',
  'refuse-tls': 'sent',
  'no-greeting': 'sent',
  'huge-greeting': 'sent',
};

type Letter = { readonly supplier: number; readonly address: string };
type Stored = { readonly status: EmailStatus; readonly last_error: string | null };

const answered = async <Reply>(subject: Subject, path: string, init: RequestInit): Promise<Reply> => {
  const response = await subject.ask(path, init);
  const text = await response.text();
  insist(response.status === 200, `${path} was answered with ${response.status}: ${text}`);
  return JSON.parse(text) as Reply;
};

/** Emails a new supplier, twice with the same key, as a client does that hears nothing. */
async function write(subject: Subject): Promise<Letter> {
  const address = `${randomUUID()}@supplier.example`;
  const { id } = await answered<{ id: number }>(subject, '/api/suppliers', {
    method: 'POST',
    body: JSON.stringify({ name: `Letters to ${address}`, email: address }),
  });
  const key = randomUUID();
  const send = async () => {
    const body = new FormData();
    body.append('supplier_id', String(id));
    body.append('email', address);
    const sentAt = performance.now();
    await answered(subject, '/api/emails/send-supplier', {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body,
    });
    const seconds = (performance.now() - sentAt) / 1000;
    insistInTime(
      seconds <= longest.withMail,
      `An email was answered after ${seconds.toFixed(1)} s; ${longest.withMail} are allowed.`,
    );
  };
  await send();
  await send();
  return { supplier: id, address };
}

/** The email once it is decided. */
async function decided(subject: Subject, { supplier, address }: Letter): Promise<Stored> {
  const until = performance.now() + longest.retried * 1000;
  for (;;) {
    const { data } = await answered<{ data: Stored[] }>(subject, `/api/suppliers/${supplier}/emails`, {});
    const [email] = data;
    insist(data.length === 1 && email !== undefined, `There are ${data.length} emails to ${address}.`);
    if (email && !['queued', 'sending', 'retrying'].includes(email.status)) return email;
    insist(
      performance.now() < until,
      `An email is still ${email?.status} after ${longest.retried} s: ${email?.last_error}`,
    );
    await pause(500);
  }
}

/** While others wait for the mail server, writes that have nothing to do with it are as quick as ever. */
async function insistOnQuickWrites(subject: Subject, during: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  // Awaited together: whichever fails first is what the run reports.
  const [times] = await Promise.all([
    timesOfWrites(subject, over.signal),
    during.finally(() => over.abort()),
  ]);
  const typical = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  insistInTime(
    typical <= longest.typicalWrite,
    `Beside the emails, half of ${times.length} writes took more than ${typical.toFixed(1)} s; ${longest.typicalWrite} are allowed.`,
  );
}

/** How many seconds each of the writes takes that are sent one after another until `over`. */
async function timesOfWrites(subject: Subject, over: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!over.aborted) {
    const name = `Beside the emails ${randomUUID()}`;
    const sentAt = performance.now();
    await answered(subject, '/api/suppliers', { method: 'POST', body: JSON.stringify({ name }) });
    times.push((performance.now() - sentAt) / 1000);
    await pause(100);
  }
  return times;
}

/** Other work of the background goes on. */
async function exportSomething(subject: Subject): Promise<void> {
  const until = performance.now() + longest.otherJob * 1000;
  const { id } = await answered<{ id: number }>(subject, '/api/exports', {
    method: 'POST',
    body: JSON.stringify({ path: '/suppliers/export', query: { format: 'csv' } }),
  });
  for (;;) {
    const { state } = await answered<{ state: string }>(subject, `/api/exports/${id}`, {});
    if (state === 'done') break;
    insist(state === 'running', 'An export failed beside the emails.');
    insistInTime(
      performance.now() < until,
      `An export took longer than ${longest.otherJob} s beside the emails.`,
    );
    await pause(200);
  }
  await answered(subject, `/api/exports/${id}`, { method: 'DELETE' });
}

/** The mail server misbehaves in one way, then behaves well (R19). */
async function troubleMail(random: Random): Promise<Figures> {
  const { subject, server } = await mailing();
  const manner = random.one(manners.slice(1)) ?? 'slowly';
  const count = random.between(2, 5);
  await subject.signIn();
  return underLoad(subject, random, async writers => {
    server.behave(manner);
    try {
      writers.note();
      const letters = Promise.all(Array.from({ length: count }, () => write(subject)));
      const [sent] = await Promise.all([
        letters,
        exportSomething(subject),
        insistOnQuickWrites(subject, letters),
        writers.more(10),
      ]);
      server.behave('well');
      for (const letter of sent) {
        const { status, last_error } = await decided(subject, letter);
        const kept = server.keptFor(letter.address);
        insist(
          status === outcomeAfter[manner] && kept === 1,
          `With a server that behaves "${manner}", an email is ${status} and arrived ${kept} times: ${last_error}`,
        );
      }
    } finally {
      server.behave('well');
    }
  });
}

export const mailFaults: readonly Fault[] = [
  {
    name: 'trouble-mail',
    promises: ['R19'],
    summary:
      'The mail server is slow, silent, drops or stalls after the message, refuses it at first, refuses TLS or greets at length',
    run: troubleMail,
  },
  {
    name: 'break-mailbox',
    promises: ['R20'],
    summary:
      'The mailbox drops in the middle of a message, renumbers its messages, or falls silent while it is watched',
    run: breakMailbox,
  },
];
