import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../kernel/dates';
import {
  canStep,
  quoteState,
  quoteStateOn,
  quoteSteps,
  type QuoteStatus,
  type QuoteStep,
} from './quote-state';

const steps = Object.keys(quoteSteps) as QuoteStep[];
const statuses = ['open', 'accepted', 'declined', 'invoiced'] as const satisfies readonly QuoteStatus[];
const some = fc.record({
  step: fc.constantFrom(...steps),
  status: fc.constantFrom(...statuses),
  days: fc.integer({ min: -400, max: 400 }),
  saleNumber: fc.option(fc.constant('INV-00007')),
});
const today = '2026-11-21';

test('only an open quote expires, on the day after its last', () => {
  const on = (status: QuoteStatus, day: string) => quoteStateOn({ status, validUntil: today }, day);
  expect(on('open', today)).toBe('open');
  expect(on('open', addDays(today, 1))).toBe('expired');
  for (const status of ['accepted', 'declined', 'invoiced'] as const)
    expect(on(status, addDays(today, 90))).toBe(status);
});

test('an invoiced quote allows no steps, and only open and accepted quotes can be invoiced or sent', () => {
  const may = (step: QuoteStep) =>
    quoteState.options.filter(
      state => canStep(step, { number: 'QUO-00001', state, validUntil: today, saleNumber: null }).allowed,
    );
  expect(Object.fromEntries(steps.map(step => [step, may(step)]))).toEqual({
    send: ['open', 'accepted'],
    accept: ['open'],
    decline: ['open', 'accepted', 'expired'],
    reopen: ['accepted', 'declined'],
    confirm: ['expired'],
    revise: ['open', 'expired'],
    invoice: ['open', 'accepted'],
  });
});

test('every refusal names the quote and gives a reason, and every step leads to a stored status', () => {
  fc.assert(
    fc.property(some, ({ step, status, days, saleNumber }) => {
      const validUntil = addDays(today, days);
      const state = quoteStateOn({ status, validUntil }, today);
      const result = canStep(step, { number: 'QUO-00001', state, validUntil, saleNumber });
      const isListed = (quoteSteps[step].from as readonly string[]).includes(state);
      expect(result.allowed).toBe(isListed);
      if (!result.allowed) expect(result.reason).toMatch(/^QUO-00001 .*\.$/);
      if (!result.allowed && state === 'invoiced' && saleNumber) expect(result.reason).toContain(saleNumber);
      expect([null, ...statuses]).toContain(quoteSteps[step].to);
    }),
    { numRuns: 1000 },
  );
});
