import { Random } from '../model/random';
import { type Fault, type Figures, insist } from './fault';
import { longestAnswer as longestPromised } from './subject';
import { inTable, inWords, type Result } from './words';

type Terms = {
  /** That of the first round; each later one has the next. */
  readonly firstSeed: number;
  readonly rounds: number;
  readonly isOver: () => boolean;
  readonly print: (line: string) => void;
  /** In seconds; tests on a busy machine allow more. */
  readonly longestAnswer?: number;
};

/**
 * Runs the faults in turn. One that cannot run here is tried once and named at the end, so that a run without it is not
 * taken for a proof of it. Throws when a promise is broken, and when none of the faults can run.
 */
export async function runRounds(
  faults: readonly Fault[],
  { firstSeed, rounds, isOver, print, longestAnswer = longestPromised }: Terms,
): Promise<void> {
  const queue = [...faults];
  const notRun: string[] = [];
  const results: Result[] = [];
  for (let round = 0; round < rounds && !isOver(); round++) {
    const fault = queue.shift();
    if (!fault) break;
    const seed = firstSeed + round;
    const figures = await runOne(fault, seed, longestAnswer).catch((error: unknown) => {
      print(inTable(results));
      throw new Error(inSentence(seed, fault, error), { cause: error });
    });
    print(inWords(seed, fault, figures));
    if (figures === null) notRun.push(fault.name);
    else {
      results.push({ seed, fault, figures });
      queue.push(fault);
    }
  }
  print(inTable(results));
  if (notRun.length === 0) return;
  const sentence = `Not run, because a right or a program is missing here: ${notRun.join(', ')}.`;
  if (results.length === 0) throw new Error(sentence);
  print(`\n${sentence}`);
}

async function runOne(fault: Fault, seed: number, longestAnswer: number): Promise<Figures | null> {
  const figures = await fault.run(new Random(seed));
  if (figures !== null)
    insist(
      figures.slowest <= longestAnswer,
      `An answer took ${figures.slowest.toFixed(1)} s; ${longestAnswer} are allowed.`,
    );
  return figures;
}

/** Which promise was broken, and how to repeat it: `--only` and one round, because a seed belongs to a round. */
function inSentence(seed: number, { name, promises }: Fault, error: unknown): string {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `Seed ${seed}, ${name} (${promises.join(', ')}): ${reason}\nRun it again: npm run faults -- --seed ${seed} --only ${name} --rounds 1`;
}
