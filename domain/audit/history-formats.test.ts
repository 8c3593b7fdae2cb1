import { expect, test } from 'vitest';
import { actionWords } from './activity-words';
import { historyChanges, namesWithoutWords } from './history-words';

type Facts = Record<string, unknown> | null;
const words = (after: Facts, before: Facts = null) =>
  historyChanges({ before, after }, () => null).map(change => change.words);

test('F85 a price at the end of a text is in pounds, with the decimals of a unit cost', () => {
  expect(words({ group_prices: ['Trade 12.5', 'Staff -0.0525', 'VIP 3'] })).toEqual([
    'Group prices: Trade £12.50, Staff −£0.0525, VIP £3.00',
  ]);
  expect(words({ quantity_breaks: ['from 10 0.1'] })).toEqual(['Quantity breaks: from 10 £0.10']);
  // What does not end in a price is kept.
  expect(words({ group_prices: 'Trade 12.5 each' })).toEqual(['Group prices: Trade 12.5 each']);
  expect(words({ group_prices: 'Trade 1.2345678' })).toEqual(['Group prices: Trade 1.2345678']);
});

test('F85 our own reasons are read as words, and those that users wrote stay as they are', () => {
  expect(words({ reason: 'out_of_date' })).toEqual(['Reason: Out of date']);
  for (const reason of ['broken', 'Out_of_date', 'out_of_date!', 'out of date', '2_late', 'see: out_of_date'])
    expect(words({ reason })).toEqual([`Reason: ${reason}`]);
});

test('F85 sizes, hours and negative prices are written as on the screens', () => {
  expect(words({ bytes: 2048 })).toEqual([expect.stringMatching(/^Size: 2(?:\.0)? KB$/)]);
  expect(words({ bytes: 'unknown' })).toEqual(['Size: unknown']);
  expect(words({ hour: 7 })).toEqual(['Time of day: 07:00']);
  expect(words({ standard_cost: '-1.5' })).toEqual(['Standard cost: −£1.50']);
});

test('F85 a fact named otherwise than ours is shown under its own name', () => {
  expect(words({ 'Cost_price 2': 'x' })).toEqual(['Cost_price 2: x']);
  expect(words({ A_b: 'x' })).toEqual(['A_b: x']);
  expect(words({ spare: 'x' })).toEqual(['Spare: x']);
  expect(words({ spare2: 'x' })).toEqual(['spare2: x']);
  expect(words({ spare_2: 'x' })).toEqual(['Spare 2: x']);
  expect(words({ spare_pence_note: 'x', spare_id_note: 'y' })).toEqual([
    'Spare pence note: x',
    'Spare id note: y',
  ]);
});

test('F85 facts inside others follow their name; blank ones are not shown', () => {
  expect(words({ lines: { name: 'Tea', notes: null } })).toEqual(['Lines: name: Tea']);
  expect(words({ tags: [{ name: 'Tea', notes: null }, { name: 'Salt' }] })).toEqual([
    'Tags: name Tea, name Salt',
  ]);
  expect(words({ tags: [null, undefined, 'red'] })).toEqual(['Tags: red']);
  expect(words({ iban: { SKU: 'x' } })[0]).toMatch(/: SKU: x$/);
});

test('F85 coins and notes need no words of their own', () => {
  expect(namesWithoutWords({ pieces: { ten_pounds: 1 }, spare: null })).toEqual(['spare']);
});

test('an action loses only the preposition that its object would follow', () => {
  expect(actionWords('attached')).toBe('attached a file');
  expect(actionWords('hours_entered')).toBe('entered hours');
});

test('F43 a text that looks like a day or an instant and is none stays as it was entered', () => {
  for (const number of ['2026-13-01', '0000-00-00', '2026-02-30', '2026-11-30T25:00:00Z'])
    expect(words({ supplier_bill_number: number })).toEqual([expect.stringMatching(`: ${number}$`)]);
  expect(words({ due_on: '2026-11-30' })).toEqual([expect.stringMatching(/: 30 Nov 2026$/)]);
  expect(words({ at: '2026-07-01T09:00:00.000Z' })).toEqual([
    expect.stringMatching(/: 1 Jul 2026,? 10:00:00 (?:BST|GMT\+1)$/),
  ]);
});
