import type { Fault, Figures } from './fault';

export const seconds = (time: number) => `${time.toFixed(1)} s`;

/** One line about a fault, with the promises that it proves. */
export const inList = ({ name, promises, summary }: Fault): string =>
  `${name} (${promises.join(', ')}): ${summary}`;

/** One line about a round. */
export function inWords(seed: number, { name, promises }: Fault, figures: Figures | null): string {
  const head = `Seed ${seed}: ${name} (${promises.join(', ')})`;
  if (figures === null) return `${head}: cannot run here, because a right or a program is missing`;
  return `${head}: ${figures.injected} injected, ${countsOf(figures)}, saved again after ${seconds(figures.outage)}, slowest answer ${seconds(figures.slowest)}`;
}

const countsOf = ({ acknowledged, refused, lost, doubled }: Figures): string =>
  `${acknowledged} acknowledged, ${refused} sent again, ${lost} lost, ${doubled} doubled`;

export type Result = { readonly seed: number; readonly fault: Fault; readonly figures: Figures };

/** The sums of a run, one line for each fault, as docs/reliability.md shows them. */
export function inTable(results: readonly Result[]): string {
  const names = [...new Set(results.map(({ fault }) => fault.name))];
  const lines = names.map(name => {
    const own = results.filter(({ fault }) => fault.name === name);
    const sum = add(own);
    const seeds = own.map(({ seed }) => seed).join(' ');
    return `| ${name} | ${own[0]?.fault.promises.join(' ') ?? ''} | ${seeds} | ${own.length} | ${cellsOf(sum)} |`;
  });
  const all = add(results);
  return [
    '',
    '| Fault | Promises | Seeds | Rounds | Injected | Acknowledged | Sent again | Lost | Doubled | Longest until saved again | Slowest answer |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
    `| all | | | ${results.length} | ${cellsOf(all)} |`,
  ].join('\n');
}

const cellsOf = ({ injected, acknowledged, refused, lost, doubled, outage, slowest }: Figures): string =>
  [injected, acknowledged, refused, lost, doubled, seconds(outage), seconds(slowest)].join(' | ');

/** The sums of counts, and the longest of times. */
export function add(results: readonly { readonly figures: Figures }[]): Figures {
  const sum = (pick: (figures: Figures) => number) =>
    results.reduce((total, { figures }) => total + pick(figures), 0);
  const max = (pick: (figures: Figures) => number) =>
    Math.max(0, ...results.map(({ figures }) => pick(figures)));
  return {
    injected: sum(one => one.injected),
    acknowledged: sum(one => one.acknowledged),
    refused: sum(one => one.refused),
    lost: sum(one => one.lost),
    doubled: sum(one => one.doubled),
    outage: max(one => one.outage),
    gap: max(one => one.gap),
    slowest: max(one => one.slowest),
  };
}
