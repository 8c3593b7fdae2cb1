import { describe, expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { canChangeCorrections } from './adjustments';
import {
  type AdjustedBoxes,
  type AdjustmentReason,
  adjustmentReason,
  canAdjust,
  chargesItself,
} from './vat-adjustment';

/** Boxes in whole pounds, in the order 1, 4, 6, 7. */
const boxes = (box1: number, box4: number, box6 = 0, box7 = 0): AdjustedBoxes => ({
  box_1: toPence(box1 * 100),
  box_4: toPence(box4 * 100),
  box_6: toPence(box6 * 100),
  box_7: toPence(box7 * 100),
});
/** The field that is refused, or null. */
const refusedField = (reason: AdjustmentReason, amounts: AdjustedBoxes, account: string | null = null) => {
  const result = canAdjust(reason, amounts, account);
  return result.allowed ? null : result.field;
};

const cases = (
  reason: AdjustmentReason,
  rows: readonly [amounts: AdjustedBoxes, account: string | null, field: string | null][],
) =>
  test.each(rows)(`${reason} %#: %j with account %s: %s`, (amounts, account, field) => {
    expect(refusedField(reason, amounts, account)).toBe(field);
  });

test('V28 only a reverse charge and postponed import VAT charge the same VAT that they reclaim', () => {
  expect(adjustmentReason.options.filter(chargesItself)).toEqual([
    'reverse_charge_domestic',
    'reverse_charge_abroad',
    'postponed_import_vat',
  ]);
});

test('V26 V27 V28 which boxes each reason may change', () => {
  const changed = (reason: AdjustmentReason) =>
    // £100 of VAT at 20% is on £500 net.
    (['box_1', 'box_4', 'box_6', 'box_7'] as const).filter(box => {
      const alone = { ...boxes(0, 0), [box]: toPence(10_000) };
      const result = canAdjust(reason, alone, '6800');
      return result.allowed || !result.reason.includes('does not change');
    });
  expect(Object.fromEntries(adjustmentReason.options.map(reason => [reason, changed(reason)]))).toEqual({
    bad_debt_relief: ['box_1', 'box_4'],
    unpaid_bills: ['box_4'],
    error_correction: ['box_1', 'box_4', 'box_6', 'box_7'],
    reverse_charge_domestic: ['box_1', 'box_4', 'box_7'],
    reverse_charge_abroad: ['box_1', 'box_4', 'box_6', 'box_7'],
    postponed_import_vat: ['box_1', 'box_4', 'box_7'],
    partial_exemption: ['box_4'],
    fuel_scale_charge: ['box_1', 'box_6'],
    own_use: ['box_1', 'box_6'],
    pre_registration: ['box_4', 'box_7'],
  });
});

describe('V26 bad-debt relief is claimed in box 4, and returned in box 1 when the customer pays', () => {
  cases('bad_debt_relief', [
    [boxes(0, 100), '6800', null],
    [boxes(100, 0), '6800', null],
    [boxes(100, 100), '6800', 'box_1'],
    [boxes(-100, 0), '6800', 'box_1'],
    [boxes(0, -100), '6800', 'box_4'],
    [boxes(0, 100), null, 'account'],
    [boxes(0, 0), '6800', 'box_1'],
    [boxes(0, 100, 0, 500), '6800', 'box_7'],
    [boxes(0, 100, 500), '6800', 'box_6'],
  ]);
});

describe('V26 input tax on unpaid bills is repaid with a minus in box 4, and reclaimed with a plus', () => {
  cases('unpaid_bills', [
    [boxes(0, -100), '2100', null],
    [boxes(0, 100), '2100', null],
    [boxes(0, 0), '2100', 'box_4'],
    [boxes(100, 0), '2100', 'box_1'],
  ]);
});

describe('V27 an error correction changes any box, either way, but needs VAT and an account', () => {
  cases('error_correction', [
    [boxes(-100, 0, -500), '4000', null],
    [boxes(0, 100, 0, 500), '5000', null],
    [boxes(0, 0, 500), '4000', 'box_1'],
    [boxes(100, 50), null, 'account'],
    [boxes(100, 100), null, null],
    [boxes(100, 100), '4000', 'account'],
    [boxes(-100, -100), null, null],
  ]);
});

describe('V28 a reverse charge in the UK: boxes 1 and 4 alike, the net in box 7, no other account', () => {
  cases('reverse_charge_domestic', [
    [boxes(100, 100, 0, 500), null, null],
    [boxes(100, 100, 0, 500), '6000', 'account'],
    [boxes(100, 100, 500, 500), null, 'box_6'],
    [boxes(-100, -100, 0, -500), null, null],
    [boxes(-100, -100, 0, 500), null, 'box_7'],
    [boxes(-100, 100, 0, -500), null, 'box_4'],
    [boxes(0, 100, 0, 500), null, 'box_1'],
    [boxes(100, 99, 0, 500), null, 'box_4'],
    [boxes(100, 0, 0, 500), null, 'box_4'],
    [boxes(100, 100), null, 'box_7'],
    [boxes(100, 100, 0, -500), null, 'box_7'],
  ]);
});

describe('V28 services from abroad: the net in box 6 too', () => {
  cases('reverse_charge_abroad', [
    [boxes(100, 100, 500, 500), null, null],
    [boxes(100, 100, 0, 500), null, 'box_6'],
    [boxes(100, 100, 499, 500), null, 'box_6'],
    [boxes(100, 100, 500, 0), null, 'box_7'],
    [boxes(-100, -100, -500, -500), null, null],
    [boxes(-100, -100, 500, -500), null, 'box_6'],
  ]);
});

describe('V28 postponed import VAT: boxes 1 and 4 alike, the net in box 7', () => {
  cases('postponed_import_vat', [
    [boxes(100, 100, 0, 500), null, null],
    [boxes(100, 90, 0, 500), '5000', 'box_4'],
    [boxes(100, 100, 500, 500), null, 'box_6'],
  ]);
});

describe('V27 the accountant’s figures', () => {
  cases('partial_exemption', [
    [boxes(0, -100), '6000', null],
    [boxes(0, 100), '6000', null],
    [boxes(100, -100), '6000', 'box_1'],
  ]);
  cases('fuel_scale_charge', [
    [boxes(100, 0, 500), '6000', null],
    [boxes(-100, 0, 500), '6000', 'box_1'],
    [boxes(0, 0, 500), '6000', 'box_1'],
    [boxes(100, 0, 500, 500), '6000', 'box_7'],
  ]);
  cases('own_use', [
    [boxes(2000, 0, 10_000), '3000', null],
    [boxes(-2000, 0, 10_000), '3000', 'box_1'],
    [boxes(2000, 0, -10_000), '3000', 'box_6'],
    [boxes(2000, 0), '3000', 'box_6'],
    [boxes(2000, 0, 10_000), null, 'account'],
    [boxes(2000, 2000, 10_000), '3000', 'box_4'],
  ]);
  cases('pre_registration', [
    [boxes(0, 100, 0, 500), '6000', null],
    [boxes(0, -100, 0, 500), '6000', 'box_4'],
    [boxes(0, 0, 0, 500), '6000', 'box_4'],
    [boxes(100, 100), '6000', 'box_1'],
  ]);
});

test.each([
  // Box 6 of £100: the limit is £10,000.
  [0, 10_000, true],
  [0, 10_001, false],
  [15_000, 12_000, true],
  [15_000, 15_000, true],
  [15_000, 15_001, false],
  [15_000, -14_000, true],
  [15_000, -15_001, false],
])('V25 corrections of £%d net may become £%d: %s', (before, after, allowed) => {
  const pence = (pounds: number) => toPence(pounds * 100);
  expect(canChangeCorrections({ before: pence(before), after: pence(after) }, pence(100))).toBe(allowed);
});
