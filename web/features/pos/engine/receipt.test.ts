import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { emptyBasket } from './basket';
import { unsentDocument } from './receipt';

const none = toPence(0);

test('R6 the receipt of a sale on account that was not answered is due after the customer’s terms', () => {
  const ann = { id: 1, name: 'Ann', number: 'C-00001', priceGroupId: null, hasCredit: true, termsDays: 30 };
  const dueOn = (method: 'account' | 'credit_card') =>
    unsentDocument({
      basket: { ...emptyBasket('one'), customer: ann },
      sale: {
        lines: [],
        lineDiscounts: none,
        basketDiscount: none,
        net: none,
        vat: none,
        gross: toPence(240),
      },
      channel: 'desk',
      entered: [],
      tenders: [{ method, tendered: toPence(240), applied: toPence(240) }],
      change: none,
      soldAt: new Date('2026-11-21T10:00:00Z'),
      soldBy: 'Ben',
      seller: { name: 'Shop', lines: [], vat_number: null },
      vatCodeOf: () => 'S',
    }).due_on;
  expect(dueOn('account')).toBe('2026-12-21');
  expect(dueOn('credit_card')).toBe('2026-11-21');
});
