import { expect, test } from 'vitest';
import type { Holder } from '../kernel/access';
import { toPence } from '../kernel/money';
import { approvalNeed, type NeedKind, needsSecondPerson, permissionToApprove } from './approval-need';
import {
  approvesAlone,
  isAboveLimit,
  isDiscountAbove,
  lacksPermissionFor,
  mayApprove,
  ownDiscountLimit,
} from './when-approval-is-needed';

const holder = (permissions: readonly string[], discount_limit?: number | null): Holder => ({
  roles: [{ name: 'Cashier' }],
  permissions,
  ...(discount_limit === undefined ? {} : { discount_limit }),
});
const kinds = Object.keys(permissionToApprove) as NeedKind[];

test('P15 the limit itself needs no approval, a penny more does, and without a limit nothing does', () => {
  const limit = toPence(5000);
  expect([4999, 5000, 5001].map(amount => isAboveLimit(limit, toPence(amount)))).toEqual([
    false,
    false,
    true,
  ]);
  expect(isAboveLimit(null, toPence(1_000_000))).toBe(false);
  expect(isAboveLimit(toPence(0), toPence(1))).toBe(true);
});

test('P15 M2 a discount limit of 12.5% allows £1.25 off £10.00, and 12p off 99p', () => {
  const isAbove = (discount: number, amount: number) =>
    isDiscountAbove(1250, toPence(discount), toPence(amount));
  expect([isAbove(125, 1000), isAbove(126, 1000)]).toEqual([false, true]);
  // 12.375p rounds to 12p.
  expect([isAbove(12, 99), isAbove(13, 99)]).toEqual([false, true]);
});

test('P15 each kind is approved by the holder of its permission; an administrator has all', () => {
  for (const kind of kinds) {
    expect(lacksPermissionFor(kind, holder([])), kind).toBe(true);
    expect(lacksPermissionFor(kind, holder([permissionToApprove[kind]])), kind).toBe(false);
    expect(lacksPermissionFor(kind, { roles: [{ name: 'Admin' }], permissions: [] }), kind).toBe(false);
  }
});

test('P15 the discount of a user: anything with the permission, otherwise the limit of their roles', () => {
  expect(ownDiscountLimit(holder(['override_discount'], 500))).toBe(10_000);
  expect(ownDiscountLimit(holder([], 500))).toBe(500);
  expect(ownDiscountLimit(holder([], null))).toBe(0);
  expect(ownDiscountLimit(holder([]))).toBe(0);
});

test('P15 a user approves by permission, and a discount also within the limit of their roles', () => {
  const discount = (off: string) =>
    approvalNeed.parse({
      kind: 'discount',
      product_id: 7,
      line_number: 1,
      quantity: '1',
      price_mode: 'inclusive',
      amount: '10.00',
      discount: off,
    });
  expect([discount('1.50'), discount('1.51')].map(need => mayApprove(need, holder([], 1500)))).toEqual([
    true,
    false,
  ]);
  expect(mayApprove(discount('10.00'), holder(['override_discount']))).toBe(true);
  // The limit is of discounts, not of anything else.
  const nothingElse = approvalNeed.parse({ kind: 'void', amount: '1.00' });
  expect(mayApprove(nothingElse, holder([], 10_000))).toBe(false);
  expect(mayApprove(nothingElse, holder(['void_sale']))).toBe(true);
});

test('F33 a second person approves what moves money or stock, unless there is none', () => {
  const second = ['large_refund', 'customer_credit', 'stock_adjustment', 'write_off', 'stock_count'];
  for (const kind of kinds) {
    const [may, mayNot] = [holder([permissionToApprove[kind]]), holder([])];
    expect(needsSecondPerson(kind), kind).toBe(second.includes(kind));
    expect(approvesAlone(kind, may, false), kind).toBe(second.includes(kind));
    expect(approvesAlone(kind, may, true), kind).toBe(false);
    expect(approvesAlone(kind, mayNot, false), kind).toBe(false);
  }
});
