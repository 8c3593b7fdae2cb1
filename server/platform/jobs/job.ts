import type * as z from 'zod';

/** A kind of work done after the commit: its name in the queue, and its payload. */
export type Job<Payload> = { readonly name: string; readonly payload: z.ZodType<Payload> };

export const job = <Payload>(name: string, payload: z.ZodType<Payload>): Job<Payload> => ({ name, payload });

/** Which attempt of a job this is. */
export type Attempt = { readonly isLast: boolean };

/** A job with its handler; the payload's type is erased for the queue. */
export type JobHandler = {
  readonly name: string;
  readonly run: (payload: unknown, attempt?: Attempt) => Promise<void>;
};

/**
 * Registers the handler of a job. A failed one is retried with growing pauses, so `work` must be safe to run twice: it
 * reads its progress from the database.
 */
export const handles = <Payload>(
  { name, payload }: Job<Payload>,
  work: (payload: Payload, attempt: Attempt) => Promise<void>,
): JobHandler => ({
  name,
  run: async (input, attempt = { isLast: false }) => work(payload.parse(input), attempt),
});
