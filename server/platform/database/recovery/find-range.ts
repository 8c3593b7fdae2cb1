import { formatMoment } from '#domain/kernel/dates';
import {
  type BaseBackup,
  isVerified,
  type Line,
  listBases,
  listLines,
  readProgress,
} from './recovery-folder';

/** A stretch of time of which every moment can be restored. */
type Range = { readonly line: Line; readonly from: Date; readonly to: Date };

type Choice = {
  /** Verified base backups from which the moment can be recovered, newest first. */
  readonly bases: readonly BaseBackup[];
  /** Without one, why the moment cannot be restored, with the first and the last one that can. */
  readonly reason: string;
};

/** The base backups from which a moment can be recovered: each one before it that has all log since. */
export async function chooseBases(folder: string, until: Date): Promise<Choice> {
  const ranges = await listRanges(folder);
  const range = ranges.find(({ from, to }) => from <= until && until <= to);
  if (!range) {
    const instead =
      ranges.length === 0
        ? `there is no verified base backup in ${folder}`
        : `choose a moment ${rangesInWords(ranges)}`;
    return { bases: [], reason: `${formatMoment(until)} cannot be restored: ${instead}.` };
  }
  const bases = (await listBases(range.line)).filter(isVerified);
  return { bases: bases.filter(({ finishedAt }) => finishedAt <= until).reverse(), reason: '' };
}

/** The stretches in words, to the second: from the first to the last one that is wholly inside. */
export const rangesInWords = (ranges: readonly Range[]): string =>
  ranges
    .map(({ from, to }) => {
      const first = new Date(Math.ceil(from.getTime() / 1000) * 1000);
      const last = new Date(Math.floor(to.getTime() / 1000) * 1000);
      return `from ${formatMoment(first)} to ${formatMoment(last)}`;
    })
    .join(', or ');

/** Every stretch in the folder, oldest first. */
export async function listRanges(folder: string): Promise<Range[]> {
  const ranges: Range[] = [];
  for (const line of await listLines(folder)) {
    const [first] = (await listBases(line)).filter(isVerified);
    const progress = await readProgress(line);
    if (first && progress && progress.at >= first.finishedAt)
      ranges.push({ line, from: first.finishedAt, to: progress.at });
  }
  return ranges;
}
