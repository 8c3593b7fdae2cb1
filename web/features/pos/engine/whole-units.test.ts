import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import { emptyBasket } from './basket';
import { type BasketAction, changeBasket } from './change-basket';
import { fractionRefusal } from './whole-units';

const counted = ['Each', 'Box'];
const product = (unit: string) => ({
  id: 1,
  sku: 'K-1',
  name: 'Kettle',
  unit,
  categoryId: null,
  vatCode: 'S' as const,
  price: toPence(100),
  includesVat: true,
});
const adding = (unit: string, quantity: string, factor = '1'): BasketAction => ({
  do: 'add',
  scanned: { product: product(unit), factor: quantityFromText(factor) },
  quantity: quantityFromText(quantity),
});

test('A7 a till adds no fraction of what is counted, and takes half a box that holds an even number', () => {
  const basket = emptyBasket('one');
  for (const [action, refused] of [
    [adding('Each', '2'), false],
    [adding('Each', '0.5'), true],
    [adding('Each', '0.5', '12'), false],
    [adding('Each', '0.5', '5'), true],
    [adding('Kilogram', '0.335'), false],
  ] as const)
    expect(fractionRefusal(basket, action, counted) !== null, JSON.stringify(action)).toBe(refused);
  expect(fractionRefusal(basket, adding('Each', '0.5'), counted)).toBe(
    'Kettle is counted in whole numbers (Each), and this is 0.5. Enter a different quantity.',
  );
});

test('A7 a line gets no fraction of what is counted; one that it has already stays', () => {
  const basket = changeBasket(emptyBasket('one'), adding('Each', '0.5'));
  const change = (quantity: string): BasketAction => ({
    do: 'quantity',
    key: 1,
    quantity: quantityFromText(quantity),
  });
  expect(fractionRefusal(basket, change('1.5'), counted)).toContain('this is 1.5');
  expect(fractionRefusal(basket, change('0.5'), counted)).toBeNull();
  expect(fractionRefusal(basket, change('3'), counted)).toBeNull();
  expect(fractionRefusal(basket, change('1.5'), [])).toBeNull();
});
