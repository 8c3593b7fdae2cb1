import { expect, test } from 'vitest';
import { ApiError } from '../../../platform/api-error';
import { failureWords } from './failure-words';

test('F84 a failure while paying is explained by its cause, and only a full disk is called one', () => {
  expect(failureWords(new DOMException('x', 'QuotaExceededError'))).toMatch(/out of storage/);
  for (const error of [
    new DOMException('x', 'InvalidStateError'),
    new TypeError('Cannot read properties of undefined'),
    new RangeError('Not a whole number of pence'),
    new ApiError(422, { message: 'Choose a customer.', code: 'invalid', request_id: 'r' }),
  ])
    expect(failureWords(error)).not.toMatch(/disk/i);
  expect(failureWords(new DOMException('x', 'InvalidStateError'))).toContain('InvalidStateError');
  expect(failureWords(new TypeError('x'))).toMatch(/Something went wrong at the till/);
  expect(
    failureWords(new ApiError(422, { message: 'Choose a customer.', code: 'invalid', request_id: 'r' })),
  ).toBe('Choose a customer.');
});
