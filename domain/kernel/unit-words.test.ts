import { expect, test } from 'vitest';
import { toPence } from './money';
import { quantityFromText } from './quantity';
import { quantityAtPrice, quantityWords, unitName, unitPriceWords, unitWord } from './unit-words';

test('a quantity at a price reads as on a till receipt', () => {
  expect(quantityAtPrice(quantityFromText('1'), 'Each', toPence(295))).toBe('1 × £2.95');
  expect(quantityAtPrice(quantityFromText('0.335'), 'Kilogram', toPence(1295))).toBe('0.335 kg @ £12.95/kg');
  expect(quantityAtPrice(quantityFromText('2'), 'Case', toPence(2000))).toBe('2 cases @ £20.00/case');
  expect(quantityWords(quantityFromText('2'), 'Each')).toBe('2');
  expect(unitPriceWords(toPence(295), 'Each')).toBe('£2.95');
  expect(unitWord('Litre')).toBe('l');
});

test('a quantity has its unit after it, unless it is counted singly', () => {
  const words = (quantity: string, unit: string) => quantityWords(quantityFromText(quantity), unit);
  expect([words('175', 'Each'), words('-3', 'each'), words('12.5', 'Kilogram')]).toEqual([
    '175',
    '−3',
    '12.5 kg',
  ]);
  expect([words('1', 'Case'), words('2', 'Case'), words('0', 'Box'), words('0.5', 'Tray')]).toEqual([
    '1 case',
    '2 cases',
    '0 boxes',
    '0.5 trays',
  ]);
  expect([
    words('3', 'Case of 24'),
    words('2', 'Pairs'),
    words('2', 'Batch'),
    words('2', 'Dozen'),
    words('2', 'kg'),
  ]).toEqual(['3 cases of 24', '2 pairs', '2 batches', '2 dozen', '2 kg']);
});

test('a unit says how many it holds, once', () => {
  expect([unitName('Case', '24'), unitName('Case of 24', '24'), unitName('Each', '1')]).toEqual([
    'Case of 24',
    'Case of 24',
    'Each',
  ]);
});
