import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import { type MovableClock } from '../support/movable-clock';
import { openClient } from './client';
import { type Fault, type Figures, insist } from './fault';
import { clocked } from './installations';
import { longestAnswer, type Subject } from './subject';
import { underLoad } from './under-load';
import type { Writers } from './writers';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Moments at which the date or the time of the UK changes, with the UK's date before and from then on. */
const changes = [
  { name: 'midnight in winter', at: '2026-12-31T24:00:00Z', before: '2026-12-31', after: '2027-01-01' },
  { name: 'midnight in summer', at: '2027-06-30T23:00:00Z', before: '2027-06-30', after: '2027-07-01' },
  { name: 'clocks go forward', at: '2027-03-28T01:00:00Z', before: '2027-03-28', after: '2027-03-28' },
  { name: 'first early midnight', at: '2027-03-28T23:00:00Z', before: '2027-03-28', after: '2027-03-29' },
  { name: 'clocks go back', at: '2027-10-31T01:00:00Z', before: '2027-10-31', after: '2027-10-31' },
  { name: 'no midnight yet', at: '2027-10-31T23:00:00Z', before: '2027-10-31', after: '2027-10-31' },
  { name: 'the longest day ends', at: '2027-10-31T24:00:00Z', before: '2027-10-31', after: '2027-11-01' },
] as const;

/** Where the machine may think that it is: a day ahead of London, a day behind, and half an hour off. */
const zones = [
  'Europe/London',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kolkata',
  'America/St_Johns',
];

/** How long before a change the clock is set, so that writes go on while it passes. */
const leadMs = 4_000;

type Posted = { readonly id: number; readonly number: string; readonly date: string };

/** One installation whose clock is moved, and what it has posted. */
class MovedShop {
  readonly #subject: Subject;
  readonly #clock: MovableClock;
  readonly #posted: Posted[] = [];

  constructor(subject: Subject, clock: MovableClock) {
    this.#subject = subject;
    this.#clock = clock;
  }

  /** Moves the clock, and waits until the process shows the new time. */
  async move(to: Date | null): Promise<void> {
    if (to === null) this.#clock.putRight();
    else this.#clock.moveTo(to);
    const until = performance.now() + longestAnswer * 1000;
    // The Date of an answer may be a second old.
    while (Math.abs((await this.#shown()) - this.#clock.now().getTime()) > 3_000) {
      insist(performance.now() < until, 'The clock of the process could not be moved.');
      await pause(50);
    }
  }

  async #shown(): Promise<number> {
    const { headers } = await this.#subject.ask('/api/health/ready');
    return Date.parse(headers.get('date') ?? '');
  }

  /** Posts a journal without a date, and returns the date that it was given. */
  async post(): Promise<string> {
    const response = await this.#signedIn(() =>
      this.#subject.ask('/api/journals', {
        method: 'POST',
        body: JSON.stringify({
          narrative: 'What day is it?',
          lines: [
            { account: '6910', debit: '0.01' },
            { account: '1020', credit: '0.01' },
          ],
        }),
      }),
    );
    const text = await response.text();
    insist(response.status === 200, `A journal was answered with ${response.status}: ${text}`);
    const { id, business_date, document } = JSON.parse(text) as {
      id: number;
      business_date: string;
      document: { number: string };
    };
    this.#posted.push({ id, number: document.number, date: business_date });
    return business_date;
  }

  /** Numbers follow the order of posting, however the clock was moved (R11). */
  insistOnOrder(): void {
    const numbers = this.#posted.map(({ number }) => Number(/\d+$/.exec(number)?.[0]));
    insist(
      numbers.every((number, place) => place === 0 || number > (numbers[place - 1] ?? 0)),
      `The numbers of journals are not in the order of posting: ${numbers.join(', ')}.`,
    );
  }

  async insistOnIntactLog(): Promise<void> {
    const response = await this.#signedIn(() => this.#subject.ask('/api/audit/verification'));
    const text = await response.text();
    insist(
      response.status === 200 && (JSON.parse(text) as { intact: boolean }).intact,
      `The audit log is not intact: ${text}`,
    );
  }

  async #signedIn(ask: () => Promise<Response>): Promise<Response> {
    const response = await ask();
    if (response.status !== 401) return response;
    await this.#subject.signIn();
    return ask();
  }
}

/** Sets the clock a few seconds before a change, and lets it pass: postings have the UK's date (R11). */
async function passChange(shop: MovedShop, random: Random, writers: Writers): Promise<void> {
  const change = random.one(changes) ?? changes[0];
  const at = new Date(Date.parse(change.at.replace('T24', 'T00')) + (change.at.includes('T24') ? day : 0));
  const setAt = performance.now();
  await shop.move(new Date(at.getTime() - leadMs));
  const first = await shop.post();
  // On a slow machine the moment may have passed meanwhile.
  const hasPassed = performance.now() - setAt >= leadMs;
  insist(
    first === change.before || (hasPassed && first === change.after),
    `Just before ${change.at} (${change.name}), a journal was dated ${first}.`,
  );
  await pause(Math.max(0, leadMs - (performance.now() - setAt)) + 100);
  const second = await shop.post();
  insist(second === change.after, `After ${change.at} (${change.name}), a journal was dated ${second}.`);
  await writers.more(3);
}

/** A session that a moved clock ended stays ended when the clock is put right; a small step ends none (R11). */
async function endSession(shop: MovedShop, subject: Subject, random: Random): Promise<void> {
  const guest = openClient(subject.port);
  await shop.move(null);
  await guest.signIn();
  const status = async () => (await guest.ask('/api/auth/user')).status;
  const insistOn = async (expected: number, when: string) => {
    const found = await status();
    insist(found === expected, `${when}, a session was answered with ${found} instead of ${expected}.`);
  };
  await shop.move(new Date(Date.now() - random.between(2, 90) * minute));
  await insistOn(200, 'With the clock some minutes back');
  await shop.move(new Date(Date.now() + random.between(8, 20) * day));
  await insistOn(401, 'A week later');
  await shop.move(null);
  await insistOn(401, 'With the clock put right');
}

async function moveClock(random: Random): Promise<Figures | null> {
  const { installation } = await clocked();
  if (installation === null) return null;
  const { subject, clock } = installation;
  const shop = new MovedShop(subject, clock);
  const steps = [
    () => new Date(Date.now() + random.between(1, 90) * minute),
    () => new Date(Date.now() - random.between(1, 90) * minute),
    () => new Date(Date.now() + random.between(1, 6) * day),
    () => new Date(Date.now() - random.between(1, 20) * day),
  ];
  const times = random.between(2, 4);
  await subject.stop();
  await subject.start({ TZ: random.one(zones) ?? 'UTC' });
  try {
    return await underLoad(
      subject,
      random,
      async writers => {
        for (let nth = 0; nth < times; nth++) {
          await pause(random.between(20, 1_000));
          writers.note();
          await shop.move((random.one(steps) ?? steps[0])?.() ?? null);
          await shop.post();
          await writers.more(5);
          writers.note();
          await passChange(shop, random, writers);
        }
        writers.note();
        await endSession(shop, subject, random);
        shop.insistOnOrder();
        await shop.insistOnIntactLog();
        await writers.more(5);
      },
      { signIn: subject.signIn },
    );
  } finally {
    await shop.move(null);
  }
}

export const clockFaults: readonly Fault[] = [
  {
    name: 'move-clock',
    promises: ['R11', 'R12'],
    summary:
      'The clock of the program is set ahead and back by minutes and days, and passes changes of date and time',
    run: moveClock,
  },
];
