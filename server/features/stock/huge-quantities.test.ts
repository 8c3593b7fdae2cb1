import { expect, test } from 'vitest';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { buyingShop } from '../../../tests/support/buying-shop';
import { stockedProduct } from '../../../tests/support/shop';

const shop = buyingShop();

test('M1 I7 found stock beyond what can be recorded is refused at its field, with or without a value', async () => {
  // 3 pieces worth £1,000,000.00: so many of them are worth more than can be calculated.
  const product = await stockedProduct(shop.app.db, { pieces: '3', cost: 33_333_333 });
  const find = async (line: object) => {
    const { status, refusal } = await shop.admin.call(stockAdjustments.create, {
      body: { reason: 'found', lines: [{ product_id: product, quantity: '99999999999', ...line }] },
    });
    return [status, refusal.errors?.['lines.0.value']?.[0]];
  };
  expect(await find({ value: '1.00' })).toEqual([
    422,
    expect.stringMatching(/^The cost of .+ is known, so found stock takes it\. Leave the value blank\.$/),
  ]);
  expect(await find({})).toEqual([422, expect.stringMatching(/than can be recorded/)]);
});
