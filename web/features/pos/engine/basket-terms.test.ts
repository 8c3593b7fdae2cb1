import { describe, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { type Basket, emptyBasket } from './basket';
import { type BasketAction, changeBasket } from './change-basket';
import { isDeliveryTyped } from './basket-terms';

/** Product 2 is zero-rated, 99 is not known here; the others bear 20%. */
const rateOf = (id: number) => (id === 99 ? undefined : id === 2 ? 0 : 2000);
const after = (basket: Basket, ...actions: BasketAction[]): Basket =>
  actions.reduce((before, action) => changeBasket(before, action, rateOf), basket);
const empty = emptyBasket('3f0b0a52-1111-4111-8111-0123456789ab');
const add = (id: number): BasketAction => ({
  do: 'add',
  scanned: {
    product: { id, sku: `SKU-${id}`, name: `Product ${id}`, unit: 'Each', vatCode: 'S' } as never,
    factor: wholeUnits(1),
  },
});
const price = (key: number, pence: number): BasketAction => ({
  do: 'price',
  key,
  unitPrice: toPence(pence),
  reason: 'Match',
});
const off = (pence: number) => ({ kind: 'amount' as const, pence: toPence(pence) });
const figures = ({ mode, discount, lines }: Basket) => [
  mode,
  discount,
  ...lines.map(line => [line.unitPrice, line.priceReason, line.discount, line.discountReason]),
];
const exclusive: BasketAction = { do: 'mode', mode: 'exclusive' };
const inclusive: BasketAction = { do: 'mode', mode: 'inclusive' };

describe('V9 what was typed in pounds follows the price mode', () => {
  // £9.99 including 20% is £8.33 excluding it, and back it would be £10.00; £1.00 off is £0.83 off.
  const typed = after(empty, add(1), price(1, 999), {
    do: 'discount',
    key: 1,
    discount: off(100),
    reason: 'Goodwill',
  });

  test('the mode that is chosen already changes nothing', () => {
    expect(after(typed, inclusive)).toBe(typed);
  });
  test('it is converted by the rate of its product, and back to the penny', () => {
    const turned = after(typed, exclusive);
    expect(figures(turned)).toEqual(['exclusive', null, [833, 'Match', off(83), 'Goodwill']]);
    expect(figures(after(turned, inclusive))).toEqual(figures(typed));
    // What is typed meanwhile counts, not what was typed before.
    expect(figures(after(turned, price(1, 500), inclusive))).toEqual([
      'inclusive',
      null,
      [600, 'Match', off(100), 'Goodwill'],
    ]);
  });
  test('a percentage and a zero-rated price stay as they are', () => {
    const percent = { kind: 'percent' as const, hundredths: 1000 };
    const basket = after(empty, add(2), price(1, 300), {
      do: 'basket-discount',
      discount: percent,
      reason: 'Staff',
    });
    expect(figures(after(basket, exclusive))).toEqual(['exclusive', percent, [300, 'Match', null, '']]);
  });
  test('a basket discount is converted where there is one rate, and otherwise removed', () => {
    const discount: BasketAction = { do: 'basket-discount', discount: off(600), reason: 'Late' };
    expect(after(empty, add(1), add(3), discount, exclusive).discount).toEqual(off(500));
    const mixed = after(empty, add(1), add(2), discount, exclusive);
    expect([mixed.discount, mixed.discountReason]).toEqual([null, '']);
    expect(after(mixed, inclusive).discount).toEqual(off(600));
  });
  test('a price of a product that is not known here is removed, and undo restores it', () => {
    const before = after(empty, add(99), price(1, 1200));
    const turned = after(before, exclusive);
    expect(figures(turned)).toEqual(['exclusive', null, [null, '', null, '']]);
    const undone = after(turned, add(1), { do: 'restore-terms', before });
    expect(figures(undone)).toEqual(['inclusive', null, [1200, 'Match', null, ''], [null, '', null, '']]);
  });
  test('a removed line comes back in the mode of the basket', () => {
    const basket = after(empty, add(1), price(1, 1200), { do: 'remove', key: 1 }, exclusive, { do: 'undo' });
    expect(basket.lines.map(({ unitPrice }) => unitPrice)).toEqual([1000]);
  });
  test('an export switches to prices excluding VAT once', () => {
    const abroad = after(typed, { do: 'deliver-to', country: 'FR' });
    expect(figures(abroad)).toEqual(['exclusive', null, [833, 'Match', off(83), 'Goodwill']]);
    expect(figures(after(abroad, { do: 'deliver-to', country: 'DE' }))).toEqual(figures(abroad));
  });
});

describe('the delivery address', () => {
  const customer = (id: number) => ({
    id,
    name: `Customer ${id}`,
    number: `C-${id}`,
    priceGroupId: null,
    hasCredit: false,
  });
  const choose = (id: number | null, address: string | null, country = 'GB'): BasketAction => ({
    do: 'customer',
    customer: id === null ? null : customer(id),
    delivery: { address, country },
  });
  const typeAddress = (deliveryAddress: string): BasketAction => ({
    do: 'details',
    changes: { deliveryAddress },
  });

  test('leaves with the customer it belongs to', () => {
    const anna = after(empty, choose(1, '12 High St', 'FR'));
    expect([anna.deliveryAddress, anna.deliveryCountry]).toEqual(['12 High St', 'FR']);
    for (const next of [choose(2, null), choose(null, null)]) {
      const basket = after(anna, next);
      expect([basket.deliveryAddress, basket.deliveryCountry]).toEqual(['', 'GB']);
    }
    expect(after(anna, choose(2, '3 Mill Lane')).deliveryAddress).toBe('3 Mill Lane');
    // At a till, which delivers nothing, a sale held at the desk was resumed.
    const atTill = after(anna, { do: 'customer', customer: customer(2) });
    expect([atTill.deliveryAddress, atTill.deliveryCountry]).toEqual(['', undefined]);
  });
  test('stays when it was typed, also into the address of the customer before', () => {
    const typed = after(empty, typeAddress('The market'));
    expect(isDeliveryTyped(typed)).toBe(true);
    expect(after(typed, choose(1, '12 High St')).deliveryAddress).toBe('The market');
    const changed = after(empty, choose(1, '12 High St'), typeAddress('12 High Street'));
    expect(after(changed, choose(2, '3 Mill Lane')).deliveryAddress).toBe('12 High Street');
    const cleared = after(typed, typeAddress(''));
    expect(after(cleared, choose(1, '12 High St')).deliveryAddress).toBe('12 High St');
  });
});
