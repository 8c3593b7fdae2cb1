import { afterAll, expect, test } from 'vitest';
import { chosenFaults } from './all-faults';
import type { Fault } from './fault';
import { closeInstallations, embedded } from './installations';
import { runRounds } from './rounds';
import type { Subject } from './subject';
import { underLoad } from './under-load';

afterAll(closeInstallations);

async function run(faults: readonly Fault[], rounds: number): Promise<string> {
  const printed: string[] = [];
  await runRounds(faults, {
    firstSeed: 20,
    rounds,
    isOver: () => false,
    print: line => printed.push(line),
    // Only an end to waiting on a busy machine: that command measures how long.
    longestAnswer: 300,
  });
  return printed.join('\n');
}

type Supplier = { readonly id: number; readonly name: string };

async function newestSupplier({ ask }: Subject): Promise<Supplier | undefined> {
  const list = await ask('/api/suppliers?sort_by=created_at&sort_order=desc&per_page=1');
  return ((await list.json()) as { data: Supplier[] }).data[0];
}

/** A fault that is none of the program's: what a client was told is saved is changed behind its back. */
const planted = (change: (subject: Subject, supplier: Supplier) => Promise<Response>): Fault => ({
  name: 'planted',
  promises: ['R12'],
  summary: 'Planted',
  run: async random => {
    const { subject } = await embedded();
    const before = await newestSupplier(subject);
    return underLoad(subject, random, async writers => {
      let own = await newestSupplier(subject);
      for (; !own || own.id === before?.id; own = await newestSupplier(subject)) await writers.more(1);
      expect((await change(subject, own)).status).toBe(200);
    });
  },
});

// `npm run faults` has more, at random times.
test('R12 R37 a round of two faults loses and doubles nothing', async () => {
  const printed = await run(chosenFaults(['cut-replies', 'kill-database']), 2);
  expect(printed).toMatch(/^Seed 20: kill-database .* 0 lost, 0 doubled/m);
  expect(printed).toMatch(/^Seed 21: cut-replies .* 0 lost, 0 doubled/m);
});

test.each<[string, Fault, string]>([
  [
    'a write that is lost',
    planted(({ ask }, { id }) => ask(`/api/suppliers/${id}`, { method: 'DELETE' })),
    'Lost 1, doubled 0.',
  ],
  [
    'a write that is there twice',
    planted(({ ask }, { name }) =>
      ask('/api/suppliers', { method: 'POST', body: JSON.stringify({ name: `${name} again` }) }),
    ),
    'Lost 0, doubled 1.',
  ],
])('R12 R37 a round finds %s, and names its seed', async (_what, fault, sentence) => {
  await expect(run([fault], 1)).rejects.toThrow(`Seed 20, planted (R12): PromiseBroken: ${sentence}`);
});
