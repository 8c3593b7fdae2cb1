import { expect, test } from 'vitest';
import { nextOpenStep, setUpProgress, type StepState } from './set-up-steps';
import { isCounted } from './trade-templates';

const steps = (company: StepState, trade: StepState, products: StepState, sale: StepState) =>
  [
    { id: 'company', state: company },
    { id: 'trade', state: trade },
    { id: 'products', state: products },
    { id: 'sale', state: sale },
  ] as const;

test('progress counts the steps that are done or skipped, and the minutes of those that are open', () => {
  // Products take three minutes and the first sale one.
  expect(setUpProgress(steps('done', 'skipped', 'open', 'open'))).toEqual({
    settled: 2,
    total: 4,
    minutesLeft: 4,
  });
  expect(setUpProgress(steps('done', 'done', 'done', 'skipped'))).toEqual({
    settled: 4,
    total: 4,
    minutesLeft: 0,
  });
});

test('the next step is the open one after this, and after the last the first that is open', () => {
  const some = steps('open', 'done', 'open', 'skipped');
  expect(nextOpenStep(some, 'company')).toBe('products');
  expect(nextOpenStep(some, 'trade')).toBe('products');
  expect(nextOpenStep(some, 'products')).toBe('company');
  expect(nextOpenStep(some, 'sale')).toBe('company');
  expect(nextOpenStep(some, null)).toBe('company');
  // The step itself is not its own next one.
  expect(nextOpenStep(steps('done', 'open', 'done', 'done'), 'trade')).toBeNull();
  expect(nextOpenStep(steps('done', 'open', 'done', 'done'), 'company')).toBe('trade');
  expect(nextOpenStep(steps('done', 'open', 'done', 'done'), 'products')).toBe('trade');
});

test('units of a template are counted, unless they are weighed or measured', () => {
  expect(['Each', 'Case of 12', 'Pair', 'Kilogram', 'Litre', 'Metre'].map(isCounted)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
