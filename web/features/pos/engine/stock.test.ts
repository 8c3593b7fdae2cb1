import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { quantityFromText, wholeUnits } from '#domain/kernel/quantity';
import { type Basket, type BasketLine, emptyBasket } from './basket';
import type { StockReturned } from './return';
import type { QueuedSale, QueueStatus } from './queue';
import { lessUnreported, shortagesOf, stockWords, unreportedSales } from './stock';

const line = (productId: number, quantity: number, factor = 1): BasketLine => ({
  key: productId * 100 + quantity,
  productId,
  sku: '',
  name: `Product ${productId}`,
  unit: 'Each',
  quantity: wholeUnits(quantity),
  factor: wholeUnits(factor),
  unitPrice: null,
  priceReason: '',
  discount: null,
  discountReason: '',
  note: '',
});
const basketOf = (...lines: BasketLine[]) => ({ ...emptyBasket('a'), lines });
const level = (units: number, canGoNegative = false) => ({
  quantity: wholeUnits(units),
  canGoNegative,
  canAsk: false,
});

test('F31 a shortage counts all lines of a product, with boxes by their contents', () => {
  const levels = new Map([
    [1, level(14)],
    [2, level(0, true)],
  ]);
  expect(shortagesOf(basketOf(line(1, 2), line(1, 1, 12), line(2, 5), line(3, 1)), levels)).toEqual([]);
  expect(shortagesOf(basketOf(line(1, 3), line(1, 1, 12)), levels)).toEqual([
    { productId: 1, name: 'Product 1', needed: 15_000, available: 14_000, canAsk: false },
  ]);
});

const tea = { lines: [{ product_id: 1, quantity: '1', factor: '12' }] };
const soap = { lines: [{ product_id: 9, quantity: '1' }] };
const queued = (clientId: string, status: QueueStatus, body: object = tea) =>
  ({ clientId, status, body }) as QueuedSale;

test('F31 offline, stock is reduced by what this device has sold since', () => {
  const sold = unreportedSales(new Map(), [queued('a', 'waiting'), queued('b', 'sending', soap)]);
  const levels = lessUnreported(new Map([[1, level(14)]]), sold, quantityFromText);
  expect(shortagesOf(basketOf(line(1, 3)), levels)).toMatchObject([{ available: 2000 }]);
  expect([stockWords(wholeUnits(2)), stockWords(wholeUnits(0))]).toEqual(['Only 2 in stock', 'Out of stock']);
});

test('F31 a sale that was sent is missing from the reported stock until the next report', () => {
  const unsent = unreportedSales(new Map(), [
    queued('sold', 'sending'),
    queued('offline', 'waiting', soap),
    queued('earlier', 'done'),
  ]);
  expect([...unsent]).toEqual([
    ['sold', { sold: tea, isSent: false }],
    ['offline', { sold: soap, isSent: false }],
  ]);
  const sent = unreportedSales(unsent, [
    queued('sold', 'done'),
    queued('offline', 'kept', soap),
    queued('earlier', 'done'),
  ]);
  expect([...sent].map(([clientId, { isSent }]) => [clientId, isSent])).toEqual([
    ['sold', true],
    ['offline', true],
  ]);
  // The queue keeps the latest sales only.
  expect([...unreportedSales(sent, []).keys()]).toEqual(['sold', 'offline']);
});

test('F31 a sale that was refused while the customer waited reduces no stock', () => {
  const unsent = unreportedSales(new Map(), [queued('sold', 'sending')]);
  expect([...unreportedSales(unsent, [])]).toEqual([]);
});

test('F31 goods that an exchange returns to stock can be sold in it', () => {
  const exchange = (...toStock: StockReturned[]): Basket => ({
    ...basketOf(line(1, 3)),
    returning: {
      clientId: 'b',
      saleId: 1,
      saleNumber: 'INV-00001',
      reason: 'Wrong price',
      lines: [],
      toStock,
      worth: toPence(0),
      total: toPence(0),
    },
  });
  const levels = new Map([[1, level(1)]]);
  const piece = { productId: 1, quantity: wholeUnits(1) };
  expect(shortagesOf(exchange(piece, piece), levels)).toEqual([]);
  expect(shortagesOf(exchange(piece, { ...piece, productId: 2 }), levels)).toMatchObject([
    { needed: 3000, available: 2000 },
  ]);
});
