import { connect } from 'node:net';
import type { Random } from '../model/random';
import { type Fault, type Figures, insist, insistInTime } from './fault';
import { embedded } from './installations';
import { underLoad } from './under-load';

/**
 * How many connections send slowly, and after how many seconds the last of them must be closed (R22); on a busy machine, as
 * much later as others wait for an answer.
 */
const attacks = {
  head: { connections: 500, closedWithin: 15 },
  body: { connections: 200, closedWithin: 35 },
} as const;
type Part = keyof typeof attacks;

/** In seconds: 95 of a hundred writes of others take no longer; on a busy machine, no longer than twice as before. */
const longestOfOthers = 0.5;
/** In seconds: ends a connection that the server does not. */
const longestSlow = 60;

type Slow = { readonly part: Part; readonly answer: string; readonly seconds: number };

/** Sends a beginning and then piece after piece, until the server closes the connection. */
const sendSlowly = (port: number, part: Part, token: string, everyMs: number) =>
  new Promise<Slow>(resolve => {
    const openedAt = performance.now();
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', data => (answer += data.toString()));
    socket.on('error', () => undefined);
    socket.write(
      part === 'head'
        ? 'GET /api/suppliers HTTP/1.1\r\nHost: x\r\n'
        : `POST /api/suppliers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n`,
    );
    const sending = setInterval(() => socket.write(part === 'head' ? 'X-Slow: 1\r\n' : ' '), everyMs);
    const givingUp = setTimeout(() => socket.destroy(), longestSlow * 1000);
    socket.once('close', () => {
      clearInterval(sending);
      clearTimeout(givingUp);
      resolve({ part, answer, seconds: (performance.now() - openedAt) / 1000 });
    });
  });

const of95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

/** In seconds: what is closed sooner did not keep the server occupied. */
const shortest = 5;

function insistOnClosed(slow: readonly Slow[], slowestOfOthers: number): void {
  for (const [part, { connections }] of Object.entries(attacks)) {
    const kept = slow.filter(one => one.part === part && one.seconds >= shortest).length;
    insist(kept >= connections * 0.9, `Only ${kept} of ${connections} connections sent a ${part} slowly.`);
  }
  for (const { part, answer, seconds } of slow) {
    insist(
      /^(?:HTTP\/1\.1 408 |$)/.test(answer),
      `A ${part} that arrives slowly was answered with ${answer.slice(0, 200)}`,
    );
    const { closedWithin } = attacks[part];
    insistInTime(
      seconds <= closedWithin + slowestOfOthers,
      `A ${part} that arrives slowly was closed after ${seconds.toFixed(1)} s; ${closedWithin} are allowed, and others were answered within ${slowestOfOthers.toFixed(1)}.`,
    );
  }
}

/** Hundreds of connections send their heads and bodies piece by piece; others are served meanwhile (R22). */
async function slowClients(random: Random): Promise<Figures> {
  const { subject } = await embedded();
  const everyMs = random.between(300, 2_000);
  return underLoad(subject, random, async writers => {
    writers.takeTimes();
    await writers.more(60);
    const before = of95(writers.takeTimes());
    writers.note();
    const parts = Object.entries(attacks) as [Part, (typeof attacks)[Part]][];
    const slow = await Promise.all(
      parts.flatMap(([part, { connections }]) =>
        Array.from({ length: connections }, () => sendSlowly(subject.port, part, subject.token(), everyMs)),
      ),
    );
    const times = writers.takeTimes();
    const during = of95(times);
    insistOnClosed(slow, Math.min(5, Math.max(...times)));
    insistInTime(
      during <= Math.max(longestOfOthers, 2 * before),
      `95 of a hundred writes took up to ${during.toFixed(2)} s beside slow connections, and ${before.toFixed(2)} s before.`,
    );
    await writers.more(5);
  });
}

export const slowClientsFault: Fault = {
  name: 'slow-clients',
  promises: ['R22'],
  summary:
    '500 connections send their heads and 200 their bodies piece by piece; others are served meanwhile',
  run: slowClients,
};
