import { expect, test } from 'vitest';
import { canCancel, canEdit, canRefund } from './sale-rules';
import { saleStatus } from './sale-state';

test.each([
  ['V13 refunded', canRefund],
  ['L6 cancelled', canCancel],
  ['L7 edited', canEdit],
] as const)('%s is possible while anything of the sale is left, and never twice', (_, rule) => {
  const results = saleStatus.options.map(status => [status, rule({ number: 'INV-7', status }).allowed]);
  expect(Object.fromEntries(results)).toEqual({
    completed: true,
    partially_refunded: true,
    refunded: false,
    cancelled: false,
    undone: false,
  });
});

test('each refusal names the sale and gives the reason', () => {
  const why = (rule: typeof canRefund, status: 'refunded' | 'cancelled' | 'undone') => {
    const result = rule({ number: 'INV-7', status });
    return result.allowed ? '' : result.reason;
  };
  for (const rule of [canRefund, canCancel, canEdit]) {
    expect(why(rule, 'refunded')).toMatch(/INV-7 has (already )?been refunded/);
    expect(why(rule, 'cancelled')).toMatch(/INV-7 is (already )?cancelled/);
    expect(why(rule, 'undone')).toMatch(/INV-7 was undone/);
  }
});
