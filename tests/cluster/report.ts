import type { Figures } from '../faults/fault';
import { longestAnswer } from '../faults/subject';
import { add, seconds } from '../faults/words';
import type { ClusterEvent } from './events';

export type Result = { readonly event: ClusterEvent; readonly figures: Figures };

/** Why the figures of an event break a promise, whatever time it took; empty when they keep all. */
export function problemsIn({ event, figures }: Result): string[] {
  const { lost, doubled, refused, acknowledged } = figures;
  return [
    acknowledged === 0 && 'No write was acknowledged.',
    lost > 0 && `${lost} acknowledged writes were lost.`,
    doubled > 0 && `${doubled} writes were doubled.`,
    refused > 0 && !event.mayRefuse && `${refused} requests had to be sent again; none is allowed.`,
  ].filter(problem => problem !== false);
}

/** Which limits of time the figures of an event miss, as they may where the machine is busy with something else. */
export function missedIn({ event, figures: { outage, slowest } }: Result): string[] {
  return [
    outage > event.outage &&
      `A new write was saved after ${seconds(outage)}; ${seconds(event.outage)} are allowed.`,
    slowest > longestAnswer && `An answer took ${seconds(slowest)}; ${seconds(longestAnswer)} are allowed.`,
  ].filter(problem => problem !== false);
}

/** One line about an event, when it is over. */
export const inWords = ({ event, figures }: Result): string =>
  `${event.name} (${event.promises.join(', ')}): ${figures.acknowledged} acknowledged, ${figures.refused} sent again, ${figures.lost} lost, ${figures.doubled} doubled, ${seconds(figures.gap)} without a write, longest answer ${seconds(figures.slowest)}`;

type Run = { readonly seed: number; readonly rounds: number; readonly only: readonly string[] };

/** The command that repeats a run: a seed belongs to the place of an event among those chosen. */
export const repeatedBy = ({ seed, rounds, only }: Run): string =>
  [
    `npm run cluster -- --seed ${seed} --rounds ${rounds}`,
    ...(only.length > 0 ? [`--only ${only.join(',')}`] : []),
  ].join(' ');

/** The sums of a run, one line for each kind of event, as docs/reliability.md shows them. */
export function inTable(results: readonly Result[]): string {
  const names = [...new Set(results.map(({ event }) => event.name))];
  const lines = names.map(name => {
    const own = results.filter(({ event }) => event.name === name);
    return rowOf(`\`${name}\``, own);
  });
  return [
    '| Event | Times | Acknowledged | Sent again | Lost | Doubled | Longest time without a write | Longest answer |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
    rowOf('all', results),
  ].join('\n');
}

function rowOf(name: string, results: readonly Result[]): string {
  const { acknowledged, refused, lost, doubled, gap, slowest } = add(results);
  const cells = [results.length, thousands(acknowledged), thousands(refused), lost, doubled];
  return `| ${[name, ...cells, seconds(gap), seconds(slowest)].join(' | ')} |`;
}

const thousands = (count: number) => count.toLocaleString('en-GB');
