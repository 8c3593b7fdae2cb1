import type * as z from 'zod';
import type { Lane } from './lanes';

/** A kind of work done after the commit: its name in the queue, its payload, and the lane that runs it. */
export type Job<Payload> = {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  readonly lane: Lane;
};

export const job = <Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  lane: Lane = 'usual',
): Job<Payload> => ({ name, payload, lane });

export type Attempt = {
  /** Whether it is the last one. */
  readonly isLast: boolean;
  /**
   * Aborted when the process is stopping. Work that takes long ends then, by throwing the signal's reason or any other
   * error; it runs again after the next start, and the attempt does not count.
   */
  readonly stopping?: AbortSignal;
};

/** Why work ended: the process is stopping. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  constructor() {
    super('The server is stopping. This runs again after the next start.');
  }
}

/** A job with its handler; the payload's type is erased for the queue. */
export type JobHandler = {
  readonly name: string;
  readonly lane: Lane;
  readonly run: (payload: unknown, attempt?: Attempt) => Promise<void>;
};

/**
 * Registers the handler of a job. A failed one is retried with growing pauses, so `work` must be safe to run twice: it
 * reads its progress from the database.
 */
export const handles = <Payload>(
  { name, payload, lane }: Job<Payload>,
  work: (payload: Payload, attempt: Attempt) => Promise<void>,
): JobHandler => ({
  name,
  lane,
  run: async (input, attempt = { isLast: false }) => work(payload.parse(input), attempt),
});
