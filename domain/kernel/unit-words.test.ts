import { expect, test } from 'vitest';
import { toPence } from './money';
import { quantityFromText } from './quantity';
import { quantityAtPrice, quantityWords, unitPriceWords, unitWord } from './unit-words';

test('a quantity at a price reads as on a till receipt', () => {
  expect(quantityAtPrice(quantityFromText('1'), 'Each', toPence(295))).toBe('1 × £2.95');
  expect(quantityAtPrice(quantityFromText('0.335'), 'Kilogram', toPence(1295))).toBe('0.335 kg @ £12.95/kg');
  expect(quantityAtPrice(quantityFromText('2'), 'Case', toPence(2000))).toBe('2 case @ £20.00/case');
  expect(quantityWords(quantityFromText('2'), 'Each')).toBe('2');
  expect(unitPriceWords(toPence(295), 'Each')).toBe('£2.95');
  expect(unitWord('Litre')).toBe('l');
});
