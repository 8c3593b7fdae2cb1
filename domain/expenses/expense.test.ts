import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { vatCanBe } from '../kernel/printed-vat';
import { vatWithin } from '../kernel/vat';
import {
  canApprove,
  canAttach,
  canCancel,
  canDelete,
  canEdit,
  canPay,
  canReject,
  canSubmit,
  enteredBy,
  type ExpenseState,
  needsApproval,
} from './expense.rules';
import { expenseStatus, expenseSteps, isPosted } from './expense.status';
import { amountsOf, costOf, expenseTotals, splitAmounts } from './expense.totals';
import { nameOfOtherExpense } from './other-expense';

const line = fc
  .record({ gross: fc.integer({ min: 1, max: 10_000_000 }), share: fc.integer({ min: 0, max: 100 }) })
  .map(({ gross, share }) => amountsOf(toPence(gross), toPence(Math.floor((gross * share) / 100))));

describe('splitting', () => {
  test('M6 the parts of a line add up to the penny, and none has more VAT than gross', () => {
    fc.assert(
      fc.property(
        line,
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 12 }),
        (amounts, weights) => {
          fc.pre(weights.some(weight => weight > 0));
          const parts = splitAmounts(amounts, weights);
          expect(parts).toHaveLength(weights.length);
          expect(expenseTotals(parts)).toEqual(amounts);
          for (const part of parts) {
            expect(part.vat).toBeGreaterThanOrEqual(0);
            expect(part.vat).toBeLessThanOrEqual(part.gross);
            expect(part.net + part.vat).toBe(part.gross);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('V18 cost and reclaimable VAT always add up to the gross', () => {
    fc.assert(
      fc.property(line, fc.boolean(), (amounts, isRecovered) => {
        const { cost, recovered } = costOf(amounts, isRecovered);
        expect(cost + recovered).toBe(amounts.gross);
        expect(recovered).toBe(isRecovered ? amounts.vat : 0);
      }),
      { numRuns: 1000 },
    );
  });

  test('a third of a pound three times is a pound', () => {
    const parts = splitAmounts(amountsOf(toPence(100), toPence(17)), [1, 1, 1]);
    expect(parts.map(({ gross, vat }) => [gross, vat])).toEqual([
      [34, 6],
      [34, 6],
      [32, 5],
    ]);
  });
});

test('V18 printed VAT is accepted, unless the code has none or it is far above the rate', () => {
  const gross = toPence(12_000);
  expect(vatCanBe(vatWithin(gross, 2000), gross, 2000)).toEqual({ allowed: true });
  expect(vatCanBe(toPence(1500), gross, 2000)).toEqual({ allowed: true });
  expect(vatCanBe(toPence(2010), gross, 2000)).toEqual({ allowed: true });
  expect(vatCanBe(toPence(2400), gross, 2000)).toMatchObject({
    allowed: false,
    reason: 'The VAT in £120.00 is £20.00. Check the amount or the code.',
  });
  expect(vatCanBe(toPence(1), gross, 0)).toMatchObject({ allowed: false, field: 'vat' });
  expect(vatCanBe(toPence(0), gross, 0)).toEqual({ allowed: true });
  expect(vatCanBe(toPence(4), toPence(3), 2000)).toMatchObject({ allowed: false });
});

const expense: ExpenseState = {
  name: 'EXP-00001',
  status: 'draft',
  gross: toPence(5000),
  lines: 1,
  receipts: 0,
  recoversVat: false,
  settlement: 'firm_paid',
  hasSupplier: false,
  reference: null,
  vatNumber: null,
  createdBy: 1,
  editors: [2],
  submittedBy: null,
};
const settings = { approvalLimit: toPence(0), receiptLimit: null };

describe('rules', () => {
  test('every step leaves one known status for another, and nothing leaves cancelled', () => {
    for (const { from, to } of Object.values(expenseSteps)) {
      expect(expenseStatus.options).toContain(to);
      expect(from).not.toContain('cancelled');
    }
    expect(expenseStatus.options.filter(isPosted)).toEqual(['approved', 'paid']);
  });

  test('users who entered, changed or submitted an expense do not decide on it; others do', () => {
    const submitted = { ...expense, submittedBy: 3 };
    expect([1, 2, 3, 4].map(id => enteredBy(submitted).includes(id))).toEqual([true, true, true, false]);
  });

  test('an amount within the limit needs no approval, a penny more does', () => {
    const limit = { ...settings, approvalLimit: toPence(5000) };
    expect(needsApproval(expense, limit)).toBe(false);
    expect(needsApproval({ ...expense, gross: toPence(5001) }, limit)).toBe(true);
    // £10.00 and £40.00 are £50.00.
    const ten = { ...expense, gross: toPence(1000) };
    expect(needsApproval(ten, limit, toPence(4000))).toBe(false);
    expect(needsApproval(ten, limit, toPence(4001))).toBe(true);
  });

  test('submitting requires lines, the receipt that the settings ask for, and a VAT invoice for VAT', () => {
    expect(canSubmit(expense, settings)).toEqual({ allowed: true });
    expect(canSubmit({ ...expense, lines: 0 }, settings)).toMatchObject({ field: 'lines' });
    const asksReceipt = { ...settings, receiptLimit: toPence(4999) };
    expect(canSubmit(expense, asksReceipt)).toMatchObject({ field: 'receipts' });
    expect(canSubmit({ ...expense, receipts: 1 }, asksReceipt)).toEqual({ allowed: true });
    const vat = { ...expense, recoversVat: true };
    expect(canSubmit(vat, settings)).toMatchObject({ field: 'reference' });
    expect(canSubmit({ ...vat, reference: 'R 1' }, settings)).toMatchObject({ field: 'vat_number' });
    expect(canSubmit({ ...vat, reference: 'R 1', vatNumber: 'GB123456789' }, settings).allowed).toBe(true);
    expect(canSubmit({ ...expense, status: 'paid' }, settings)).toMatchObject({
      reason: 'EXP-00001 is paid, so it cannot be submitted.',
    });
  });

  test('V22 each step starts from its own statuses, and a receipt can be attached unless it is cancelled', () => {
    const allowedIn = (rule: (state: ExpenseState) => { readonly allowed: boolean }) =>
      expenseStatus.options.filter(status => rule({ ...expense, status }).allowed);
    expect(allowedIn(canEdit)).toEqual(['draft', 'rejected']);
    expect(allowedIn(canApprove)).toEqual(['submitted']);
    expect(allowedIn(canReject)).toEqual(['submitted']);
    expect(allowedIn(canPay)).toEqual(['approved']);
    expect(allowedIn(canAttach)).toEqual(['draft', 'submitted', 'approved', 'paid', 'rejected']);
    expect(allowedIn(canDelete)).toEqual(['draft']);
    expect(canReject(expense)).toMatchObject({ reason: 'EXP-00001 is draft, so it cannot be rejected.' });
    expect(canPay({ ...expense, status: 'paid' })).toMatchObject({
      reason: 'EXP-00001 has already been paid.',
    });
  });

  test('a receipt is needed above the limit, not at it', () => {
    const asks = (limit: number) => canSubmit(expense, { ...settings, receiptLimit: toPence(limit) }).allowed;
    expect([asks(5000), asks(4999)]).toEqual([true, false]);
  });

  test('V26 an expense to be paid names its supplier if its VAT is reclaimed', () => {
    const vat = { ...expense, recoversVat: true, reference: 'R 1', vatNumber: 'GB123456789' };
    const toPay = { ...vat, settlement: 'to_pay' as const };
    expect(canSubmit(toPay, settings)).toMatchObject({ allowed: false, field: 'supplier_id' });
    for (const allowed of [
      { ...toPay, hasSupplier: true },
      { ...toPay, recoversVat: false },
      { ...vat, settlement: 'own_money' as const },
    ])
      expect(canSubmit(allowed, settings)).toEqual({ allowed: true });
    // Submitted before this was asked.
    const submitted = { ...toPay, status: 'submitted' as const };
    expect(canApprove(submitted)).toMatchObject({ allowed: false });
    expect(canApprove({ ...submitted, hasSupplier: true })).toEqual({ allowed: true });
  });

  test('a submitted expense is cancelled, never deleted', () => {
    expect(canDelete(expense).allowed).toBe(true);
    expect(canDelete({ ...expense, submittedBy: 1 }).allowed).toBe(false);
    expect(canDelete({ ...expense, status: 'approved', submittedBy: 1 }).allowed).toBe(false);
  });

  test('the owner cancels an expense until it is posted, afterwards only with the permission to reverse', () => {
    const owner = { isOwner: true, canReverse: false };
    const bookkeeper = { isOwner: false, canReverse: true };
    const posted = { ...expense, status: 'paid' as const };
    expect([canCancel(expense, owner).allowed, canCancel(expense, bookkeeper).allowed]).toEqual([
      true,
      false,
    ]);
    expect([canCancel(posted, owner).allowed, canCancel(posted, bookkeeper).allowed]).toEqual([false, true]);
    expect(canCancel({ ...expense, status: 'cancelled' }, owner).allowed).toBe(false);
  });
});

test('another entry of the same receipt is named by its number, or by its date while it has none', () => {
  expect(['EXP-00004', '2026-11-29', undefined].map(nameOfOtherExpense)).toEqual([
    'expense EXP-00004',
    'a draft expense of 29 Nov 2026',
    'an expense',
  ]);
  // A number that only contains a date is a number.
  expect(nameOfOtherExpense('EXP-2026-11-29')).toBe('expense EXP-2026-11-29');
  expect(nameOfOtherExpense('2026-11-29-2')).toBe('expense 2026-11-29-2');
});
