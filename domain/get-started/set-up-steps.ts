import * as z from 'zod';

/** The steps of setting up a business, in order: first what a sale needs, then the rest. */
export const setUpStep = z.enum(
  [
    'company',
    'vat',
    'trade',
    'products',
    'till',
    'sale',
    'bank',
    'year',
    'opening',
    'people',
    'mail',
    'backup',
  ],
  'Choose a set-up step.',
);
export type SetUpStep = z.infer<typeof setUpStep>;

/** What leads to the first receipt. */
export const firstSaleSteps: readonly SetUpStep[] = setUpStep.options.slice(
  0,
  setUpStep.options.indexOf('sale') + 1,
);

/** The steps with a page of their own. The others are taken in the settings or at the till. */
export const stepsWithPage = [
  'trade',
  'products',
  'opening',
  'people',
  'till',
] as const satisfies SetUpStep[];

/** Minutes for each step, with the details at hand. */
export const stepMinutes: Readonly<Record<SetUpStep, number>> = {
  company: 2,
  vat: 1,
  bank: 1,
  year: 1,
  trade: 1,
  products: 3,
  opening: 10,
  people: 3,
  till: 2,
  mail: 3,
  backup: 2,
  sale: 1,
};

export type StepState = 'done' | 'open' | 'skipped';
type Steps = readonly { readonly id: SetUpStep; readonly state: StepState }[];

/** The progress of setting up: how many steps are done or skipped, and the minutes that the others take. */
export function setUpProgress(steps: Steps): { settled: number; total: number; minutesLeft: number } {
  const open = steps.filter(({ state }) => state === 'open');
  return {
    settled: steps.length - open.length,
    total: steps.length,
    minutesLeft: open.reduce((minutes, { id }) => minutes + stepMinutes[id], 0),
  };
}

/** The step after this one that is still open; from the first step on after the last. */
export function nextOpenStep(steps: Steps, after: SetUpStep | null): SetUpStep | null {
  const at = steps.findIndex(({ id }) => id === after);
  const inTurn = [...steps.slice(at + 1), ...steps.slice(0, at + 1)];
  return inTurn.find(({ id, state }) => state === 'open' && id !== after)?.id ?? null;
}
