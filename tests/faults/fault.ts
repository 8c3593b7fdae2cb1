import type { Random } from '../model/random';

/** What one round of a fault did and found. Times are in seconds. */
export type Figures = {
  /** Writes that were answered as saved. */
  acknowledged: number;
  /** Answers and lost connections after which a client sent its write again. */
  refused: number;
  /** Saved writes that were not there afterwards. */
  lost: number;
  /** Writes that were there more than once. */
  doubled: number;
  /** The longest time that an answer took. */
  slowest: number;
  /** How often the fault was injected. */
  injected: number;
  /** The longest time from a fault to the first write that was sent and saved after it. */
  outage: number;
  /** The longest time between two writes that were saved one after the other. */
  gap: number;
};

export type Fault = {
  readonly name: string;
  /** The promises of docs/reliability.md that it proves. */
  readonly promises: readonly string[];
  readonly summary: string;
  /** Injects the fault at times that `random` chooses. Throws when a promise is broken; null where it cannot run. */
  readonly run: (random: Random) => Promise<Figures | null>;
};

export class PromiseBroken extends Error {
  override readonly name: string = 'PromiseBroken';
}

export function insist(holds: boolean, sentence: string): void {
  if (!holds) throw new PromiseBroken(sentence);
}

/** A limit of time was missed, as it may be where the machine is busy with something else. */
export class LimitMissed extends PromiseBroken {
  override readonly name = 'LimitMissed';
}

export function insistInTime(holds: boolean, sentence: string): void {
  if (!holds) throw new LimitMissed(sentence);
}
