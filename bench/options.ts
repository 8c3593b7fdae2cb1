import { existsSync, readdirSync } from 'node:fs';

/** The parts that can be measured separately, in the order of a whole run. */
export const parts = [
  'start',
  'reads',
  'writes',
  'processes',
  'commits',
  'receiving',
  'selling',
  'paced',
  'documents',
  'search',
  'reports',
  'sales-reports',
  'checks',
  'posting',
  'inbox',
  'overview',
  'beside',
  'pages',
  'warm-till',
  'order-form',
  'long-list',
  'typing',
  'plans',
  'lists',
  'imports',
] as const;
export type Part = (typeof parts)[number];

/** What a quick run measures unless it names parts: all that the speed budget is about. */
const budgeted: readonly string[] = ['reads', 'writes'] satisfies Part[];

/** How much data is filled in. `sizes` has the rows of each. */
export type SizeName = 'quick' | 'full' | '1m';

export type BenchOptions = {
  readonly quick: boolean;
  readonly size: SizeName;
  /** Where the filled data is kept for the next run; null for a temporary folder. */
  readonly keep: string | null;
  /** Whether `keep` has the data of an earlier run. */
  readonly isFilled: boolean;
  /** The file of an earlier run, with which the figures are compared. */
  readonly compare: string | null;
  readonly measures: (part: Part) => boolean;
};

/** The options of this run. What is wrong with them is printed, and ends the process. */
export function readOptions(): BenchOptions {
  try {
    return optionsOf(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? `\n${error.message}` : error);
    process.exit(1);
  }
}

/** Parses `--quick --size=1m --keep=FOLDER --only=PART,PART --compare=FILE`. Throws a message for anything else. */
export function optionsOf(words: readonly string[]): BenchOptions {
  const options: Record<string, string> = {};
  for (const word of words) {
    const [name = '', value = ''] = word.split('=', 2);
    const isKnown =
      word === '--quick' ||
      word === '--size=1m' ||
      (['--keep', '--only', '--compare'].includes(name) && value !== '');
    if (!isKnown)
      throw new Error(
        `"${word}" is not an option. There are --quick or --size=1m, --keep=FOLDER, --only=PART,PART and --compare=FILE.`,
      );
    options[name] = value;
  }
  if ('--quick' in options && '--size' in options)
    throw new Error('Choose --quick or --size=1m, because the data is either small or large.');
  const only = options['--only']?.split(',') ?? ('--quick' in options ? budgeted : undefined);
  const unknown = only?.find(part => !parts.some(valid => valid === part));
  if (unknown)
    throw new Error(`"${unknown}" is no part of the benchmark. The parts are ${parts.join(', ')}.`);
  const keep = options['--keep'] ?? null;
  const compare = options['--compare'] ?? null;
  if (compare !== null && !existsSync(compare))
    throw new Error(
      `There is no file ${compare}. Name the results of an earlier run, copied from bench/results.`,
    );
  const quick = '--quick' in options;
  return {
    quick,
    size: quick ? 'quick' : '--size' in options ? '1m' : 'full',
    keep,
    compare,
    isFilled: keep !== null && existsSync(keep) && readdirSync(keep).length > 0,
    measures: part => !only || only.includes(part),
  };
}
