import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Figures } from '../faults/fault';
import type { Cluster } from './cluster';
import { chosenEvents, inRounds } from './events';
import { inTable, inWords, missedIn, problemsIn, repeatedBy } from './report';
import { runEvents } from './run-events';

const figures: Figures = {
  acknowledged: 1_257,
  refused: 35,
  lost: 0,
  doubled: 0,
  slowest: 2.14,
  injected: 1,
  outage: 4.2,
  gap: 3.8,
};
const [switchover] = chosenEvents(['switchover']);
const [stopped] = chosenEvents(['process-stopped']);
const problemsOf = (event: typeof switchover, changed: Partial<Figures>) =>
  event && problemsIn({ event, figures: { ...figures, ...changed } });

test('R06 R09 each broken promise is named', () => {
  expect(problemsOf(switchover, {})).toEqual([]);
  expect(problemsOf(switchover, { acknowledged: 0 })).toEqual(['No write was acknowledged.']);
  expect(problemsOf(switchover, { lost: 4 })).toEqual(['4 acknowledged writes were lost.']);
  expect(problemsOf(switchover, { doubled: 1 })).toEqual(['1 writes were doubled.']);
});

test('R06 R09 each limit of time that is missed is named apart', () => {
  const missedOf = (changed: Partial<Figures>) =>
    switchover && missedIn({ event: switchover, figures: { ...figures, ...changed } });
  expect(missedOf({})).toEqual([]);
  expect(missedOf({ outage: 15.1 })).toEqual(['A new write was saved after 15.1 s; 15.0 s are allowed.']);
  expect(missedOf({ slowest: 25.5 })).toEqual(['An answer took 25.5 s; 25.0 s are allowed.']);
  expect(problemsOf(switchover, { outage: 15.1, slowest: 25.5 })).toEqual([]);
});

test('R31 a process that is stopped may cost no request a repetition', () => {
  expect(problemsOf(stopped, {})).toEqual(['35 requests had to be sent again; none is allowed.']);
  expect(problemsOf(stopped, { refused: 0 })).toEqual([]);
});

test('docs/reliability.md lists each event with its promises', () => {
  const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reliability.md'), 'utf8');
  const rows = document.match(/^\| `[a-z-]+` \| [A-Za-z ;,]+ \| R[\dR, ]+ \|$/gm) ?? [];
  expect(rows).toEqual(
    chosenEvents([]).map(
      ({ name, summary, promises }) => `| \`${name}\` | ${summary} | ${promises.join(', ')} |`,
    ),
  );
});

test('the limits are those of R06', () => {
  const limits = chosenEvents([]).map(({ name, outage }) => [name, outage]);
  expect(limits).toEqual([
    ['switchover', 15],
    ['leader-killed', 45],
    ['leader-frozen', 45],
    ['two-databases-killed', 45],
    ['database-killed', 15],
    ['standby-killed', 15],
    ['etcd-killed', 15],
    ['process-stopped', 15],
    ['process-killed', 15],
  ]);
});

test('a run is summed up by event', () => {
  if (!switchover || !stopped) throw new Error('events are missing');
  const results = [
    { event: switchover, figures },
    { event: stopped, figures: { ...figures, refused: 0, gap: 0.1, slowest: 0.4 } },
    { event: switchover, figures: { ...figures, acknowledged: 3, refused: 2, gap: 9.96, slowest: 1 } },
  ];
  expect(inTable(results).split('\n')).toEqual([
    '| Event | Times | Acknowledged | Sent again | Lost | Doubled | Longest time without a write | Longest answer |',
    '|---|---|---|---|---|---|---|---|',
    '| `switchover` | 2 | 1,260 | 37 | 0 | 0 | 10.0 s | 2.1 s |',
    '| `process-stopped` | 1 | 1,257 | 0 | 0 | 0 | 0.1 s | 0.4 s |',
    '| all | 3 | 2,517 | 37 | 0 | 0 | 10.0 s | 2.1 s |',
  ]);
  expect(inWords({ event: switchover, figures })).toBe(
    'switchover (R06, R08): 1257 acknowledged, 35 sent again, 0 lost, 0 doubled, 3.8 s without a write, longest answer 2.1 s',
  );
});

test('R37 the command that repeats a run names the chosen events', () => {
  expect(repeatedBy({ seed: 17, rounds: 3, only: [] })).toBe('npm run cluster -- --seed 17 --rounds 3');
  expect(repeatedBy({ seed: 17, rounds: 3, only: ['switchover', 'leader-killed'] })).toBe(
    'npm run cluster -- --seed 17 --rounds 3 --only switchover,leader-killed',
  );
});

test('an event that does not exist is refused', () =>
  expect(() => chosenEvents(['earthquake'])).toThrow(
    'earthquake is no event. Events: switchover, leader-killed, leader-frozen, two-databases-killed, database-killed, standby-killed, etcd-killed, process-stopped, process-killed.',
  ));

test('events take turns for as many rounds as are asked for, and without end', () => {
  const events = chosenEvents(['switchover', 'leader-killed']);
  expect([...inRounds(events, 2)]).toEqual([...events, ...events]);
  expect([...inRounds(events, 0)]).toEqual([]);
  const endless = inRounds(events, Infinity);
  const first = Array.from({ length: 5 }, () => endless.next().value as unknown);
  expect(first).toEqual([...events, ...events, events[0]]);
});

test('a run in which no event began is no proof', () =>
  expect(runEvents({} as Cluster, chosenEvents([]), 1, { isOver: () => true })).rejects.toThrow(
    'No event ran, so nothing is proved.',
  ));
