import type * as z from 'zod';

/** A kind of work done after the commit: its name in the queue, and what it has to be told. */
export type Job<Payload> = { readonly name: string; readonly payload: z.ZodType<Payload> };

export const job = <Payload>(name: string, payload: z.ZodType<Payload>): Job<Payload> => ({ name, payload });

/** Which try of a job this is. */
export type Attempt = { readonly isLast: boolean };

/** A job with the code that does it; its type of payload is erased, as the queue keeps it. */
export type JobHandler = {
  readonly name: string;
  readonly run: (payload: unknown, attempt?: Attempt) => Promise<void>;
};

/**
 * Says who does a job. What throws is tried again with a growing pause, so `work` must bear being run twice: it
 * asks the database how far it got.
 */
export const handles = <Payload>(
  { name, payload }: Job<Payload>,
  work: (payload: Payload, attempt: Attempt) => Promise<void>,
): JobHandler => ({
  name,
  run: async (given, attempt = { isLast: false }) => work(payload.parse(given), attempt),
});
