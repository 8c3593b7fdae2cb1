import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { keptWords, postQuestion, progressWords, unsentWords } from './count-words';

const review = {
  differences: 12,
  value: toPence(-3410),
  costs_needed: 0,
  moved_meanwhile: 0,
  uncounted_with_stock: 83,
  uncounted_value: toPence(100_000),
};

test('the question names what will be posted; uncounted products only when set to zero', () => {
  expect(postQuestion(review, 'leave')).toBe('Post 12 variances worth −£34.10?');
  expect(postQuestion(review, 'nothing')).toBe('Post 95 variances worth −£1,034.10?');
  const { value: _value, uncounted_value: _rest, ...withoutCost } = review;
  expect(postQuestion({ ...withoutCost, differences: 1 }, 'leave')).toBe('Post 1 variance?');
  expect(postQuestion({ ...review, differences: 0 }, 'leave')).toMatch(
    /^Post this stocktake\? There are no variances/,
  );
  expect(progressWords(37, 1120)).toBe('37 of 1,120 counted');
});

test('I8 unsent sales are named as long as there are any', () => {
  expect(unsentWords(0)).toBeNull();
  expect(unsentWords(1)).toMatch(/^Tills still hold one sale that the server has not received\./);
  expect(unsentWords(1200)).toMatch(/^Tills still hold 1,200 sales that the server has not received\./);
});

test('I8 paid sales that could not be posted are named as long as there are any', () => {
  expect(keptWords(0)).toBeNull();
  expect(keptWords(1)).toMatch(
    /^1 paid sale could not be posted and waits under Tills > Paid sales to review\..* Post it there/,
  );
  expect(keptWords(1200)).toMatch(
    /^1,200 paid sales could not be posted and wait under Tills > Paid sales to review\./,
  );
});
