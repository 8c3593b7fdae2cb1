import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pence, someSale } from '../../tests/fixtures/some-sale';
import { toPence } from '../kernel/money';
import type { TenderMethod } from './tender';
import {
  originalTenders,
  canRefundWith,
  canRefundPart,
  carriedFromWallet,
  type RefundableSale,
  refundableSaleOf,
  tendersOf,
  refundOptions,
  refundOptionsOf,
} from './refund-options';

const sale = (tenders: [TenderMethod, number][], more: Partial<RefundableSale> = {}): RefundableSale => ({
  isWalkIn: true,
  gross: toPence(tenders.reduce((sum, [, amount]) => sum + amount, 0)),
  refunded: toPence(0),
  outstanding: toPence(0),
  tenders: tenders.map(([method, applied]) => ({ method, applied: toPence(applied) })),
  refunds: [],
  ...more,
});
const every: TenderMethod[] = ['cash', 'credit_card', 'bank_transfer', 'wallet'];
const shop = (hasDrawer: boolean, ...not: TenderMethod[]) => ({
  hasDrawer,
  acceptsRefunds: (method: TenderMethod) => !not.includes(method),
  nameOf: (method: TenderMethod) => method.toUpperCase(),
});
const offered = (paid: RefundableSale, due: number, ...rest: Parameters<typeof shop>) =>
  refundOptions(paid, toPence(due), every, shop(...rest)).offered;

test('the original payment method is offered only where every part is accepted, otherwise with a reason', () => {
  const split = sale([
    ['credit_card', 300],
    ['cash', 180],
  ]);
  expect(offered(split, 480, true)).toEqual(['as_paid', 'cash', 'bank_transfer']);
  expect(offered(split, 300, true)).toEqual(['as_paid', 'cash', 'credit_card', 'bank_transfer']);
  expect(offered(split, 300, true, 'credit_card')).toEqual(['cash', 'bank_transfer']);
  expect(refundOptions(split, toPence(300), every, shop(true, 'credit_card')).asPaidReason).toBe(
    'Refunds are not made by CREDIT_CARD. Choose another method.',
  );
  // The card covers this amount, so cash is not needed.
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
  const why = (paid: RefundableSale, due: number, parts: [TenderMethod, number][], hasDrawer = true) => {
    const back = parts.map(([method, amount]) => ({ method, amount: toPence(amount) }));
    const result = canRefundPart({ sale: paid, due: toPence(due) }, back, hasDrawer);
    return result.allowed ? null : result.reason;
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

test('T5 M9 refunds equal the amount due, by methods that can refund', () => {
  const why = (paid: RefundableSale, due: number, parts: [TenderMethod, number][], hasDrawer = true) => {
    const back = parts.map(([method, amount]) => ({ method, amount: toPence(amount) }));
    const result = canRefundWith(paid, toPence(due), back, hasDrawer);
    return result.allowed ? null : [result.reason, result.field];
  };
  const byCard = sale([['credit_card', 500]]);
  expect(why(byCard, 500, [['credit_card', 499]])).toEqual([
    'The refund is £5.00, but £4.99 is entered. Change the amounts to match.',
    'tenders',
  ]);
  expect(why(byCard, 500, [['credit_card', 501]])?.[1]).toBe('tenders');
  expect(why(byCard, 500, [['credit_card', 500]])).toBeNull();
  expect(why(byCard, 500, [['account', 500]])?.[0]).toMatch(/^The balance due is reduced automatically/);
  expect(why(byCard, 500, [['cash', 500]], false)?.[1]).toBe('session_id');
  expect(why(byCard, 500, [['cash', 500]])).toBeNull();
  expect(why({ ...byCard, isWalkIn: false }, 500, [['wallet', 500]])).toBeNull();
  // £2.00 has been refunded to the card already; £3.00 can be.
  const before = {
    ...byCard,
    refunded: toPence(200),
    refunds: [{ method: 'credit_card' as const, amount: toPence(200) }],
  };
  expect(why(before, 300, [['credit_card', 300]])).toBeNull();
  expect(
    why(
      sale([
        ['credit_card', 300],
        ['cash', 200],
      ]),
      400,
      [
        ['credit_card', 301],
        ['cash', 99],
      ],
    )?.[0],
  ).toMatch(/^Refund at most £3\.00 to the card/);
});

test('W10 of a sale partly paid from the wallet, only the rest can be refunded in money', () => {
  const mixed = sale(
    [
      ['wallet', 500],
      ['cash', 300],
    ],
    { isWalkIn: false },
  );
  const may = (parts: [TenderMethod, number][], paid = mixed) => {
    const back = parts.map(([method, amount]) => ({ method, amount: toPence(amount) }));
    return canRefundWith(paid, toPence(back.reduce((all, { amount }) => all + amount, 0)), back, true)
      .allowed;
  };
  expect([may([['cash', 300]]), may([['cash', 301]])]).toEqual([true, false]);
  expect([may([['bank_transfer', 300]]), may([['bank_transfer', 301]])]).toEqual([true, false]);
  expect([
    may([
      ['wallet', 500],
      ['cash', 300],
    ]),
    may([
      ['wallet', 499],
      ['cash', 301],
    ]),
  ]).toEqual([true, false]);
  expect(may([['exchange', 800]])).toBe(true);
  // £1.00 was refunded to the wallet: £4.00 of its part is left, and £3.00 can be refunded in money.
  const later = {
    ...mixed,
    refunded: toPence(100),
    refunds: [{ method: 'wallet' as const, amount: toPence(100) }],
  };
  expect([may([['cash', 300]], later), may([['cash', 301]], later)]).toEqual([true, false]);
  // The wallet's part was refunded in full, so only the cash is left.
  const all = {
    ...mixed,
    refunded: toPence(500),
    refunds: [{ method: 'wallet' as const, amount: toPence(500) }],
  };
  expect(may([['cash', 300]], all)).toBe(true);
});

test('W10 money from a wallet is refunded to it after an exchange, after refunds by other methods and beside a debt', () => {
  const named = { isWalkIn: false };
  const may = (paid: RefundableSale, parts: [TenderMethod, number][]) => {
    const back = parts.map(([method, amount]) => ({ method, amount: toPence(amount) }));
    return canRefundWith(paid, toPence(back.reduce((all, { amount }) => all + amount, 0)), back, true)
      .allowed;
  };
  // £8.00 came over from an edited sale, £5.00 of it from the wallet.
  const carried: RefundableSale = {
    ...sale([], named),
    gross: toPence(800),
    tenders: [{ method: 'exchange', applied: toPence(800), from_wallet: toPence(500) }],
  };
  expect([may(carried, [['cash', 300]]), may(carried, [['cash', 301]])]).toEqual([true, false]);
  expect(carriedFromWallet(carried, [{ method: 'exchange', amount: toPence(800) }])).toBe(500);
  expect(carriedFromWallet(carried, [{ method: 'exchange', amount: toPence(200) }])).toBe(200);
  const partly = [
    { method: 'exchange', amount: toPence(600) },
    { method: 'wallet', amount: toPence(200) },
  ] as const;
  expect(carriedFromWallet(carried, partly)).toBe(300);
  // £2.00 of it went on to a third sale, so £3.00 is left of the wallet, and still £3.00 of money.
  const onward: RefundableSale = {
    ...carried,
    refunded: toPence(200),
    refunds: [{ method: 'exchange', amount: toPence(200), from_wallet: toPence(200) }],
  };
  expect([may(onward, [['cash', 300]]), may(onward, [['cash', 301]])]).toEqual([true, false]);
  // A refund by bank transfer is of the cash, although the wallet paid last.
  const split = sale(
    [
      ['cash', 300],
      ['wallet', 500],
    ],
    { ...named, refunded: toPence(300), refunds: [{ method: 'bank_transfer', amount: toPence(300) }] },
  );
  expect([may(split, [['cash', 1]]), may(split, [['wallet', 500]])]).toEqual([false, true]);
  expect(originalTenders(split, toPence(500))).toEqual([{ method: 'wallet', amount: 500 }]);
  // £3.00 is on account and was never paid, so nothing but the wallet's £5.00 can come back.
  const owed = { ...sale([['wallet', 500]], named), gross: toPence(800), outstanding: toPence(300) };
  expect([may(owed, [['cash', 300]]), may(owed, [['wallet', 300]])]).toEqual([false, true]);
});

test('L6 W10 what a bounced top-up had paid is a debt, and the money beside it is refunded as money', () => {
  const named = { isWalkIn: false };
  const may = (paid: RefundableSale, parts: [TenderMethod, number][]) => {
    const back = parts.map(([method, amount]) => ({ method, amount: toPence(amount) }));
    return canRefundWith(paid, toPence(back.reduce((all, { amount }) => all + amount, 0)), back, true)
      .allowed;
  };
  for (const tenders of [
    [
      ['cash', 4000],
      ['wallet', 6000],
    ],
    [
      ['wallet', 6000],
      ['cash', 4000],
    ],
  ] satisfies [TenderMethod, number][][]) {
    const bounced = sale(tenders, { ...named, outstanding: toPence(6000) });
    expect(originalTenders(bounced, toPence(4000))).toEqual([{ method: 'cash', amount: 4000 }]);
    expect(may(bounced, [['cash', 4000]])).toBe(true);
    expect(carriedFromWallet(bounced, [{ method: 'exchange', amount: toPence(4000) }])).toBe(0);
    // The goods of the debt came back first.
    const later = { ...bounced, outstanding: toPence(0), refunded: toPence(6000) };
    expect(originalTenders(later, toPence(4000))).toEqual([{ method: 'cash', amount: 4000 }]);
    // Only £20.00 of the wallet's £60.00 bounced: £40.00 of it is still there.
    const partly = sale(tenders, { ...named, outstanding: toPence(2000) });
    expect([may(partly, [['cash', 4000]]), may(partly, [['cash', 4001]])]).toEqual([true, false]);
    expect(originalTenders(partly, toPence(8000))).toEqual(
      tenders.map(([method]) => ({ method, amount: 4000 })),
    );
  }
  // £60.00 from the wallet and £40.00 on account, unpaid: no money was paid.
  const owed = { ...sale([['wallet', 6000]], named), gross: toPence(10_000), outstanding: toPence(4000) };
  expect([may(owed, [['cash', 1]]), may(owed, [['wallet', 6000]])]).toEqual([false, true]);
});

test('nothing is refunded for zero, and before anything is entered the options are for all that is left', () => {
  const paid = sale([['cash', 500]]);
  expect([originalTenders(paid, toPence(0)), tendersOf(paid, toPence(0), 'cash')]).toEqual([[], []]);
  expect(tendersOf(paid, toPence(200), 'bank_transfer')).toEqual([{ method: 'bank_transfer', amount: 200 }]);
  const document = someSale(1200, {
    refunded: pence(400),
    credit_notes: [{ tenders: [{ method: 'cash', amount: pence(400), reference: null }] }],
  } as unknown as Parameters<typeof someSale>[1]);
  expect(refundableSaleOf(document)).toMatchObject({
    isWalkIn: true,
    gross: 1200,
    refunded: 400,
    tenders: [{ method: 'cash', applied: 1200 }],
    refunds: [{ method: 'cash', amount: 400 }],
  });
  // £12.00 in cash, £4.00 of it refunded; nothing was paid by card.
  const methods: TenderMethod[] = ['cash', 'credit_card'];
  expect(refundOptionsOf(document, toPence(0), methods, shop(true))).toEqual({
    offered: ['as_paid', 'cash'],
    asPaidReason: null,
  });
  // A sale on account is still owed in full, so nothing is refunded by any method.
  const owed = someSale(1200, { outstanding: pence(1200), tenders: [] });
  expect(refundOptionsOf(owed, toPence(0), methods, shop(true)).offered).toEqual([
    'as_paid',
    'cash',
    'credit_card',
  ]);
  expect(refundOptionsOf(owed, toPence(1200), methods, shop(true)).offered).toEqual(['cash']);
  const more = someSale(1200, { outstanding: pence(1300), tenders: [] });
  expect(refundOptionsOf(more, toPence(0), methods, shop(true)).offered).toContain('as_paid');
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
      for (const option of refundOptions(one, due, every, shop(hasDrawer, 'cheque')).offered) {
        const back = tendersOf(one, due, option);
        expect(canRefundWith(one, due, back, hasDrawer)).toEqual({ allowed: true });
        expect(back.map(part => part.method)).not.toContain('cheque');
      }
    }),
  );
});
