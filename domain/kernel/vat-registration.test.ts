import { describe, expect, test } from 'vitest';
import { isRegisteredOn } from './vat-registration';

describe('whether a company is registered for VAT on a day', () => {
  const always = { is_registered: true, registered_from: null, registered_until: null };
  const between = { ...always, registered_from: '2026-04-01', registered_until: '2026-09-30' };

  test.each([
    ['always', always, '1999-01-01', true],
    ['never', { ...between, is_registered: false }, '2026-06-01', false],
    ['the day before', between, '2026-03-31', false],
    ['the first day', between, '2026-04-01', true],
    ['the last day', between, '2026-09-30', true],
    ['the day after', between, '2026-10-01', false],
    ['from a day on', { ...always, registered_from: '2026-04-01' }, '2040-01-01', true],
    ['until a day', { ...always, registered_until: '2026-04-01' }, '1999-01-01', true],
  ])('V2 %s', (_name, registration, day, expected) => {
    expect(isRegisteredOn(registration, day)).toBe(expected);
  });
});
