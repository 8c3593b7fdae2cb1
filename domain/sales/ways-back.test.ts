import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import type { TenderMethod } from './tender';
import { canPayBack, canPayBackPart, type PaidSale, tendersOf, waysBack } from './ways-back';

const sale = (tenders: [TenderMethod, number][], more: Partial<PaidSale> = {}): PaidSale => ({
  isWalkIn: true,
  gross: toPence(tenders.reduce((sum, [, amount]) => sum + amount, 0)),
  refunded: toPence(0),
  tenders: tenders.map(([method, applied]) => ({ method, applied: toPence(applied) })),
  refunds: [],
  ...more,
});
const every: TenderMethod[] = ['cash', 'credit_card', 'bank_transfer', 'wallet'];
const shop = (hasDrawer: boolean, ...not: TenderMethod[]) => ({
  hasDrawer,
  paysBack: (method: TenderMethod) => !not.includes(method),
  nameOf: (method: TenderMethod) => method.toUpperCase(),
});
const offered = (paid: PaidSale, due: number, ...rest: Parameters<typeof shop>) =>
  waysBack(paid, toPence(due), every, shop(...rest)).offered;

test('the original payment method is offered only where every part is accepted, otherwise with a reason', () => {
  const split = sale([
    ['credit_card', 300],
    ['cash', 180],
  ]);
  expect(offered(split, 480, true)).toEqual(['as_paid', 'cash', 'bank_transfer']);
  expect(offered(split, 300, true)).toEqual(['as_paid', 'cash', 'credit_card', 'bank_transfer']);
  expect(offered(split, 300, true, 'credit_card')).toEqual(['cash', 'bank_transfer']);
  expect(waysBack(split, toPence(300), every, shop(true, 'credit_card')).asPaidReason).toBe(
    'Refunds are not made by CREDIT_CARD. Choose another method.',
  );
  // The card is enough for this much, so the cash is not asked.
  expect(offered(split, 300, false)).toEqual(['as_paid', 'credit_card', 'bank_transfer']);
  expect(offered(split, 480, false)).toEqual(['bank_transfer']);
});

test('W10 wallet payments are refunded to the wallet; exchanges become cash for the walk-in customer and credit for others', () => {
  const walletPaid = sale([['wallet', 500]], { isWalkIn: false });
  expect(offered(walletPaid, 500, true)).toEqual(['as_paid', 'wallet']);
  const exchanged: [TenderMethod, number][] = [['exchange', 500]];
  expect(tendersOf(sale(exchanged), toPence(500), 'as_paid')).toEqual([{ method: 'cash', amount: 500 }]);
  expect(tendersOf(sale(exchanged, { isWalkIn: false }), toPence(500), 'as_paid')).toEqual([
    { method: 'wallet', amount: 500 },
  ]);
});

test('T5 W10 exchanging for cheaper goods refunds the difference by the same rule', () => {
  const why = (paid: PaidSale, due: number, parts: [TenderMethod, number][], hasDrawer = true) => {
    const back = parts.map(([method, amount]) => ({ method, amount: toPence(amount) }));
    const verdict = canPayBackPart({ sale: paid, due: toPence(due) }, back, hasDrawer);
    return verdict.allowed ? null : verdict.reason;
  };
  const split = sale([
    ['credit_card', 300],
    ['cash', 180],
  ]);
  expect(why(split, 480, [['credit_card', 300]])).toBeNull();
  expect(why(split, 480, [['credit_card', 310]])).toMatch(/^Refund at most £3\.00 to the card/);
  expect(
    why(split, 480, [
      ['credit_card', 300],
      ['cash', 100],
    ]),
  ).toBeNull();
  expect(why(split, 480, [['cash', 100]], false)).toBe(
    'Open a till first. Cash refunds come from a cash drawer.',
  );
  expect(why(split, 480, [['wallet', 100]])).toMatch(/^The walk-in customer has no wallet/);
  expect(why(split, 480, [['cash', 490]])).not.toBeNull();
  const byWallet = sale(
    [
      ['wallet', 500],
      ['cash', 100],
    ],
    { isWalkIn: false },
  );
  expect(why(byWallet, 600, [['cash', 100]])).toBeNull();
  expect(why(byWallet, 600, [['cash', 101]])).toBe(
    '£5.00 was paid from the wallet and must be refunded to it (Wallet).',
  );
  expect(why(byWallet, 600, [['wallet', 500]])).toBeNull();
});

test('every refund method offered is accepted, to the penny', () => {
  const method = fc.constantFrom<TenderMethod>(...every, 'exchange', 'cheque');
  const amount = fc.integer({ min: 1, max: 5_000 });
  const paid = fc.array(fc.tuple(method, amount), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(paid, fc.boolean(), fc.boolean(), fc.integer({ min: 0, max: 100 }), (...drawn) => {
      const [tenders, isWalkIn, hasDrawer, share] = drawn;
      const one = sale(tenders, { isWalkIn });
      const due = toPence(Math.round((one.gross * share) / 100));
      for (const way of waysBack(one, due, every, shop(hasDrawer, 'cheque')).offered) {
        const back = tendersOf(one, due, way);
        expect(canPayBack(one, due, back, hasDrawer)).toEqual({ allowed: true });
        expect(back.map(part => part.method)).not.toContain('cheque');
      }
    }),
  );
});
