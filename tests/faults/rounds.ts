import { Random } from '../model/random';
import { type Fault, type Figures, insist, insistInTime, LimitMissed } from './fault';
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
 * taken for a proof of it. Throws when a promise is broken, and when none of the faults ran. A round that missed a limit of
 * time does not count; the others go on, because what is lost is looked for on a busy machine too, and the run throws at
 * its end.
 */
export async function runRounds(
  faults: readonly Fault[],
  { firstSeed, rounds, isOver, print, longestAnswer = longestPromised }: Terms,
): Promise<void> {
  const queue = [...faults];
  const notRun: string[] = [];
  const missed: string[] = [];
  const results: Result[] = [];
  for (let round = 0; round < rounds && !isOver(); round++) {
    const fault = queue.shift();
    if (!fault) break;
    const seed = firstSeed + round;
    const figures = await runOne(fault, seed, longestAnswer).catch((error: unknown) => {
      if (error instanceof LimitMissed) return error;
      print(inTable(results));
      throw new Error(inSentence(seed, fault, error), { cause: error });
    });
    if (figures instanceof LimitMissed) {
      print(`Seed ${seed}: ${fault.name} missed a limit of time: ${figures.message}`);
      missed.push(inSentence(seed, fault, figures.message));
      queue.push(fault);
      continue;
    }
    print(inWords(seed, fault, figures));
    if (figures === null) notRun.push(fault.name);
    else {
      results.push({ seed, fault, figures });
      queue.push(fault);
    }
  }
  print(inTable(results));
  const sentence = `Not run, because a right or a program is missing here: ${notRun.join(', ')}.`;
  if (notRun.length > 0) print(`\n${sentence}`);
  if (missed.length > 0)
    throw new Error(`Limits of time were missed, and nothing else:\n${missed.join('\n')}`);
  if (notRun.length > 0 && results.length === 0) throw new Error(sentence);
  insist(results.length > 0, 'No fault ran, so nothing is proved.');
}

async function runOne(fault: Fault, seed: number, longestAnswer: number): Promise<Figures | null> {
  const figures = await fault.run(new Random(seed));
  if (figures !== null)
    insistInTime(
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
