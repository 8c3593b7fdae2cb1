import { expect, test } from 'vitest';
import { insistOnSales, isSoldOut } from './goods';

/** An installation with these sales, as its lists show it. */
function shopWith(
  more: { few?: number[]; many?: number[]; left?: [string, string]; journals?: number } = {},
) {
  const { few = [12, 15], many = [13, 14], left = ['1', '99998'], journals = 40 } = more;
  const listed = (numbers: number[]) => ({
    data: numbers.map(nth => ({ id: nth, number: `INV-${nth}` })),
    last_page: 1,
  });
  const answers: Record<string, unknown> = {
    '/api/sales?product_id=1&per_page=1000&page=1': listed(few),
    '/api/sales?product_id=2&per_page=1000&page=1': listed(many),
    '/api/products/1': { quantity: left[0] },
    '/api/products/2': { quantity: left[1] },
    '/api/sales?per_page=1': { total: 40 },
    '/api/journals?kind=sale&per_page=1': { total: journals },
  };
  const ask = async (path: string) => Response.json(answers[path]);
  return insistOnSales(ask, { scarce: 1, plentiful: 2 });
}

test('R13 R16 sales that do not agree with stock, numbers or journals break a promise', async () => {
  expect(await shopWith()).toEqual([12, 15, 13, 14]);
  await expect(shopWith({ few: [10, 11, 12, 15], left: ['-1', '99998'] })).rejects.toThrow(
    '4 of 3 pieces were sold.',
  );
  await expect(shopWith({ left: ['2', '99998'] })).rejects.toThrow(
    'Product 1 has a stock of 2, and should have 1.',
  );
  await expect(shopWith({ left: ['1', '99997'] })).rejects.toThrow('Product 2 has a stock of 99997');
  await expect(shopWith({ many: [13, 17] })).rejects.toThrow('4 sales have numbers from 12 to 17.');
  await expect(shopWith({ many: [13, 15] })).rejects.toThrow('4 sales have numbers from 12 to 15.');
  await expect(shopWith({ journals: 39 })).rejects.toThrow('There are 40 sales and 39 journals of sales.');
});

test('R13 only a sale of which none is left is answered by its refusal', () => {
  const refused = (status: number, errors: object) => isSoldOut({ status, text: JSON.stringify({ errors }) });
  expect(refused(422, { 'lines.0.quantity': ['None of Tea (T-1) is in stock, so 1 cannot go out.'] })).toBe(
    true,
  );
  expect(refused(422, { 'lines.0.quantity': ['Enter a quantity above zero.'] })).toBe(false);
  expect(refused(422, { expected_total: ['The total is £2.40.'] })).toBe(false);
  expect(refused(503, { 'lines.0.quantity': ['None of Tea'] })).toBe(false);
});
