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

/** Which attempt of a job this is. */
export type Attempt = { readonly isLast: boolean };

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
