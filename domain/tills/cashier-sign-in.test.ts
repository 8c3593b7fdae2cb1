import { expect, test } from 'vitest';
import { allPermissions } from '../kernel/permissions';
import { newPin } from './pin-rule';
import { limitedToSelling, sellingRights } from './selling-rights';

test('a new PIN has four to eight digits that are not the first guesses', () => {
  const accepts = (pin: string) => newPin.safeParse(pin).success;
  for (const pin of ['1357', '90210', '1243', '1122', '12345679', '2468'])
    expect([pin, accepts(pin)]).toEqual([pin, true]);
  for (const pin of ['1111', '7777', '1234', '4321', '12345678', '98765', '0000'])
    expect([pin, accepts(pin)]).toEqual([pin, false]);
  for (const pin of ['135', '135792468', '13a7', '', ' 1357'])
    expect([pin, accepts(pin)]).toEqual([pin, false]);
});

test('T6 a PIN gives the permissions of the till: no more than the user has, and none that delete customers', () => {
  expect(limitedToSelling(['create_sale', 'adjust_ledger', 'delete_customer'], false)).toEqual([
    'create_sale',
  ]);
  expect(limitedToSelling([], false)).toEqual([]);
  expect(new Set(limitedToSelling([], true))).toEqual(sellingRights);
  for (const right of ['create_sale', 'refund_sale', 'view_customer'] as const)
    expect([right, sellingRights.has(right)]).toEqual([right, true]);
  for (const right of ['delete_customer', 'view_user', 'lock_period', 'create_payment'] as const)
    expect([right, sellingRights.has(right)]).toEqual([right, false]);
  expect(sellingRights.size).toBeLessThan(allPermissions.length / 2);
});
