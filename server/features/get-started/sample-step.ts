import type { WriteContext } from '../../platform/http/context';

/** The ids of the records made so far, by their names in the steps. */
export type Made = Readonly<Record<string, number>>;
const nothingMade: Made = {};

/** One record, or one act on a document: each is a transaction of its own (decision 094). */
export type SampleStep = {
  /** How many days before the start it is dated; null for records without a date. */
  readonly daysAgo: number | null;
  /** Returns the ids that later steps need. */
  readonly add: (ctx: WriteContext, idOf: (name: string) => number) => Promise<Made>;
};

/** A step with a date. */
export type DatedStep = SampleStep & { readonly daysAgo: number };

/** A step whose result no later step needs. */
export const act = (
  daysAgo: number,
  run: (...step: Parameters<SampleStep['add']>) => Promise<unknown>,
): DatedStep => ({
  daysAgo,
  add: async (ctx, idOf) => {
    await run(ctx, idOf);
    return nothingMade;
  },
});

/** A step that makes a record which later steps find by this name. */
export const make = <DaysAgo extends number | null>(
  daysAgo: DaysAgo,
  name: string,
  create: (...step: Parameters<SampleStep['add']>) => Promise<{ readonly id: number }>,
) => ({
  daysAgo,
  add: async (...step: Parameters<SampleStep['add']>): Promise<Made> => ({
    [name]: (await create(...step)).id,
  }),
});
