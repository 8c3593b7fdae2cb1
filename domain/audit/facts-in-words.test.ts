import { expect, test } from 'vitest';
import { actionWords, activitySentence, recordWords, sentenceCase } from './activity-words';
import { choiceWords } from './history-choices';
import { historyChanges, isOurName, namesWithoutWords } from './history-words';

type Facts = Record<string, unknown> | null;
const nameOf = (kind: string, id: number) => (id === 7 ? `${kind} seven` : null);
const changes = (before: Facts, after: Facts) => historyChanges({ before, after }, nameOf);
const words = (after: Facts, before: Facts = null) => changes(before, after).map(change => change.words);

test('F85 a fact that is the same on both sides, or blank, is no change', () => {
  expect(words({ notes: 'Tea' }, { notes: 'Tea' })).toEqual([]);
  expect(words({ notes: '' }, { notes: null })).toEqual([]);
  expect(words({ notes: undefined })).toEqual([]);
  expect(changes({ notes: 'Tea' }, { notes: '' })).toMatchObject([{ before: 'Tea', after: null }]);
  // A reference to a record that is gone says nothing.
  expect(words({ brand_id: 8 })).toEqual([]);
  expect(words({ brand_id: 8 }, { brand_id: 7 })).toEqual(['Brand cleared (was brand seven)']);
});

test('F85 one side alone is stated, both sides are a change, and a cleared one names what it was', () => {
  expect(words({ lines: 3 })).toEqual(['Lines: 3']);
  expect(words(null, { lines: 3 })).toEqual(['Lines: 3']);
  expect(words({ lines: 4 }, { lines: 3 })).toEqual(['Lines changed from 3 to 4']);
  expect(words({ lines: null }, { lines: 3 })).toEqual(['Lines cleared (was 3)']);
  expect(words({ lines: 3 }, { lines: null })).toEqual(['Lines set to 3']);
});

test('F85 names that have no label are read as words: money in pence, ids without “id”', () => {
  expect(words({ spare_amount_pence: 1250 })).toEqual(['Spare amount: £12.50']);
  expect(words({ spare_part_id: 1250 })).toEqual(['Spare part: 1,250']);
  expect(words({ 'cost of Each': '1.25' })).toEqual(['Cost of Each: £1.25']);
  expect(words({ 'Sold In': 'Boxes' })).toEqual(['Sold In: Boxes']);
  expect([isOurName('spare_part'), isOurName('FLO-103'), isOurName('Name'), isOurName('a_1')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(namesWithoutWords({ spare_part_id: 1, lines: 2, upi: { spare: 1 }, pieces: { '50': 1 } })).toEqual([
    'spare_part_id',
    'spare',
  ]);
  expect(namesWithoutWords(null)).toEqual([]);
});

test('F85 ids and hashes are not shown; other text is, and lists are separated by commas', () => {
  expect(words({ note: '0b0e5f3c-8a3b-4c57-9d7e-1f2a3b4c5d6e' })).toEqual([]);
  expect(words({ note: 'a'.repeat(39) })).toEqual([`Note: ${'a'.repeat(39)}`]);
  expect(words({ note: 'a'.repeat(40) })).toEqual([]);
  expect(words({ tags: ['red', '', null, 'blue'] })).toEqual(['Tags: red, blue']);
  expect(words({ tags: [] })).toEqual([]);
  expect(words({ note: true, spare: Symbol('x') })).toEqual(['Note: Yes']);
});

test('F85 D2 days and moments are written as on the screens, in London', () => {
  expect(words({ valid_until: '2026-07-16' })).toEqual(['Valid until: 16 Jul 2026']);
  const [moment] = words({ spare_time: '2026-07-16T09:30:00.000Z' });
  expect(moment).toContain('16 Jul 2026');
  expect(moment).toContain('10:30');
  expect(words({ spare_time: new Date('2026-07-16T09:30:00Z') })).toEqual([moment]);
  expect(words({ spare_time: '2026-07-16T09:30' })).toEqual(['Spare time: 2026-07-16T09:30']);
});

test('an action of the log in words, and a record by its name on the screens', () => {
  expect(actionWords('sign-in_refused')).toBe('sign-in refused');
  expect(actionWords('pin_changed')).toBe('PIN changed');
  expect(actionWords('attached')).toBe('attached a file');
  expect(actionWords('bill_reversed')).toBe('reversed a bill');
  expect(['stock_count', 'vat_return', 'purchase_order'].map(recordWords)).toEqual([
    'stocktake',
    'VAT return',
    'purchase order',
  ]);
  expect(activitySentence({ action: 'pin_changed', record_type: 'user', record_name: null })).toBe(
    'PIN changed user',
  );
  expect([sentenceCase('vat'), sentenceCase(' sign-in_refused '), sentenceCase('as_a_pdf')]).toEqual([
    'VAT',
    'Sign-in refused',
    'As a PDF',
  ]);
  expect([
    choiceWords('vat_code', 'S'),
    choiceWords('kind', 'buy_x_get_y', 'promotion'),
    choiceWords('spare', 'two_words'),
  ]).toEqual([expect.stringMatching(/^Standard/), 'Buy X, get Y', 'Two words']);
});
