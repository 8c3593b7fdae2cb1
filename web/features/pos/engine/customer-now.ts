import type { TillCustomer } from '#domain/pos/pos.contract';
import type { Basket, BasketCustomer } from './basket';

export const asBasketCustomer = (customer: TillCustomer): BasketCustomer => ({
  id: customer.id,
  name: customer.name,
  number: customer.number,
  priceGroupId: customer.price_group_id,
  hasCredit: customer.has_credit,
  termsDays: customer.payment_terms_days,
});

/**
 * The basket with its customer as the device knows them now, because the server prices a sale by the group they are in
 * now. A customer that this device does not have stays as stored with the basket.
 */
export function withCustomerNow(
  basket: Basket,
  customerOf: (id: number) => TillCustomer | undefined,
): Basket {
  const known = basket.customer ? customerOf(basket.customer.id) : undefined;
  return known ? { ...basket, customer: asBasketCustomer(known) } : basket;
}
