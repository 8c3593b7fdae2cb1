import { expect, test } from 'vitest';
import { findingKinds, findingsOf, type SystemFacts } from './system-health';

const now = new Date('2026-11-22T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const gigabyte = 1024 ** 3;
const well: SystemFacts = {
  disk: { free: 50 * gigabyte, total: 100 * gigabyte },
  connections: 12,
  most_connections: 100,
  jobs: { failed: 0, late: 0 },
  mail: { waiting: 0, failed: 0 },
  backup: { at: daysAgo(1), holds: true },
  check: { at: daysAgo(1), holds: true },
  recovery: { is_on: true, from: daysAgo(14), failing: null },
  roles_apart: true,
};

test('a healthy system has no findings', () => {
  const findings = findingsOf(well, now);
  expect(findings.map(({ kind }) => kind)).toEqual(findingKinds);
  expect(new Set(findings.map(({ state }) => state))).toEqual(new Set(['good']));
});

test('R26 with a database server of one’s own, nothing is said of recovery to any second', () => {
  const kinds = findingsOf({ ...well, recovery: null }, now).map(({ kind }) => kind);
  expect(kinds).toEqual(findingKinds.filter(kind => kind !== 'recovery'));
});

test.each<[string, Partial<SystemFacts>, string, string]>([
  ['checks of the books that fail', { check: { at: daysAgo(0), holds: false } }, 'bad', 'found a problem'],
  ['books not checked for days', { check: { at: daysAgo(3), holds: true } }, 'attention', '3 days ago'],
  ['books never checked', { check: null }, 'attention', 'not been checked'],
  ['no backup', { backup: null }, 'bad', 'No backups yet.'],
  [
    'a backup that failed its test restore',
    { backup: { at: daysAgo(0), holds: false } },
    'bad',
    'could not be restored',
  ],
  ['an old backup', { backup: { at: daysAgo(2), holds: true } }, 'attention', '2 days old'],
  [
    'an archive that cannot be written',
    { recovery: { is_on: true, from: daysAgo(1), failing: 'The disk of /backups is full. Free up space.' } },
    'bad',
    'is interrupted. The disk of /backups is full.',
  ],
  [
    'an archive that is off',
    { recovery: { is_on: false, from: null, failing: null } },
    'attention',
    'is off',
  ],
  [
    'an archive without a base backup',
    { recovery: { is_on: true, from: null, failing: null } },
    'attention',
    'begins with the first base backup',
  ],
  ['little space', { disk: { free: 5 * gigabyte, total: 100 * gigabyte } }, 'attention', 'less than 10%'],
  ['hardly any space', { disk: { free: gigabyte, total: 4 * gigabyte } }, 'bad', 'Only 1 GB free'],
  ['unknown space', { disk: null }, 'attention', 'unknown'],
  ['a failed job', { jobs: { failed: 1, late: 3 } }, 'bad', '1 job failed'],
  ['late jobs', { jobs: { failed: 0, late: 2 } }, 'attention', '2 jobs have waited'],
  ['mail that failed', { mail: { waiting: 1, failed: 2 } }, 'attention', '2 emails could not be sent'],
  ['mail being sent', { mail: { waiting: 1, failed: 0 } }, 'good', '1 email is being sent'],
  ['one database role for everything', { roles_apart: false }, 'attention', 'share one database role'],
  ['hardly a free connection', { connections: 90 }, 'attention', '90 of 100'],
])('%s', (_name, change, state, words) => {
  const reported = findingsOf({ ...well, ...change }, now).filter(finding => finding.words.includes(words));
  expect(reported.map(finding => finding.state)).toEqual([state]);
});

test('a limit that is just met is well, and two days without a check of the books are not', () => {
  const stateOf = (kind: (typeof findingKinds)[number], facts: Partial<SystemFacts>) =>
    findingsOf({ ...well, ...facts }, now).find(finding => finding.kind === kind)?.state;
  expect([84, 85, 86].map(connections => stateOf('connections', { connections }))).toEqual([
    'good',
    'good',
    'attention',
  ]);
  expect(
    [9.9, 10].map(free => stateOf('disk', { disk: { free: free * gigabyte, total: 100 * gigabyte } })),
  ).toEqual(['attention', 'good']);
  expect([1, 2].map(days => stateOf('books', { check: { at: daysAgo(days), holds: true } }))).toEqual([
    'good',
    'attention',
  ]);
});

test('emails under way are counted', () => {
  const wordsOf = (waiting: number) =>
    findingsOf({ ...well, mail: { waiting, failed: 0 } }, now).find(({ kind }) => kind === 'mail')?.words;
  expect([0, 1, 2].map(wordsOf)).toEqual([
    'All emails have been sent.',
    '1 email is being sent.',
    '2 emails are being sent.',
  ]);
});
