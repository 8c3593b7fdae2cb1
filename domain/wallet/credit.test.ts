import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Pence, toPence } from '../kernel/money';
import { creditAllowed, spread, totalOpen, walletCanPay } from './credit';

const items = (...open: number[]) => open.map((pence, index) => ({ id: index + 1, open: toPence(pence) }));

test('W5 a wallet spends unused credit only, the oldest first, and never more than it holds', () => {
  expect(spread(toPence(700), items(500, 300))).toEqual({
    shares: [
      { id: 1, amount: 500 },
      { id: 2, amount: 200 },
    ],
    over: 0,
  });
  expect(walletCanPay(toPence(800), items(500, 300))).toEqual({ allowed: true });
  expect(walletCanPay(toPence(801), items(500, 300))).toMatchObject({
    reason: 'Only £8.00 is available in the wallet.',
  });
  expect(walletCanPay(toPence(1), [])).toMatchObject({ reason: 'The wallet is empty.' });
});

test('M10 W6 a payment above the open invoices stays as credit, with no change given', () => {
  expect(spread(toPence(1000), items(600, 0, 150))).toEqual({
    shares: [
      { id: 1, amount: 600 },
      { id: 3, amount: 150 },
    ],
    over: 250,
  });
});

test('M10 W5 W6 an allocation loses nothing, and no item gets more than its open amount', () => {
  const opens = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }).map(toPence), opens, (amount: Pence, open) => {
      const all = items(...open);
      const { shares, over } = spread(amount, all);
      const spent = shares.reduce((sum, share) => sum + share.amount, 0);
      expect(spent + over).toBe(amount);
      for (const share of shares) {
        expect(share.amount).toBeGreaterThan(0);
        expect(share.amount).toBeLessThanOrEqual(all[share.id - 1]?.open ?? 0);
      }
      if (over > 0) expect(spent).toBe(totalOpen(all));
    }),
    { numRuns: 1000 },
  );
});

test('W7 a customer never owes more than their limit; without a limit there is no credit', () => {
  const request = (balance: number, amount: number, limit: number | null = 10_000, fromWallet = 0) =>
    creditAllowed({
      balance: toPence(balance),
      amount: toPence(amount),
      fromWallet: toPence(fromWallet),
      limit: limit === null ? null : toPence(limit),
    });
  expect(request(4_000, 6_000)).toEqual({ allowed: true });
  expect(request(4_000, 6_001)).toMatchObject({
    reason: 'This would exceed the credit limit of £100.00. Only £60.00 remains.',
  });
  expect(request(12_000, 1)).toMatchObject({
    reason: 'This would exceed the credit limit of £100.00. No credit remains.',
  });
  expect(request(-2_000, 12_000)).toEqual({ allowed: true });
  expect(request(0, 1, null)).toMatchObject({
    reason: 'This customer has no credit limit, so they cannot buy on account.',
  });
  expect(request(12_000, 0, null)).toEqual({ allowed: true });
  // £100.00 is owed and £50.00 is in the wallet. What the sale takes from the wallet leaves less room.
  expect(request(5_000, 5_000, 10_000, 5_000)).toMatchObject({
    reason: 'This would exceed the credit limit of £100.00. No credit remains.',
  });
  expect(request(5_000, 3_000, 10_000, 3_000)).toMatchObject({
    reason: 'This would exceed the credit limit of £100.00. Only £20.00 remains.',
  });
  expect(request(5_000, 2_000, 10_000, 3_000)).toEqual({ allowed: true });
});
