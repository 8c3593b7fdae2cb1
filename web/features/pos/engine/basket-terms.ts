import { type CountryCode, homeCountry } from '#domain/countries/country';
import { isExport } from '#domain/countries/vat-by-country';
import type { Basket, BasketCustomer } from './basket';
import { inMode, type RateOf } from './price-mode';

/** Where a customer has goods delivered. */
export type Delivery = { readonly address: string | null; readonly country: CountryCode };

/** Whether the delivery was entered here, so that it does not leave with the customer. */
export const isDeliveryTyped = ({
  isCustomersAddress,
  deliveryAddress,
  deliveryCountry = homeCountry,
}: Basket): boolean =>
  isCustomersAddress !== true && (deliveryAddress.trim() !== '' || deliveryCountry !== homeCountry);

/**
 * The next customer never gets the address of the one before; an address typed here stays. The till delivers nothing, but
 * a sale held at the desk may have an address.
 */
export function chooseCustomer(
  basket: Basket,
  {
    customer,
    delivery,
  }: { readonly customer: BasketCustomer | null; readonly delivery?: Delivery | undefined },
  rateOf: RateOf,
): Basket {
  const chosen = { ...basket, customer };
  if (isDeliveryTyped(basket)) return chosen;
  return delivery === undefined
    ? { ...chosen, deliveryAddress: '', deliveryCountry: undefined, isCustomersAddress: undefined }
    : deliverToCustomer(chosen, delivery, rateOf);
}

export const deliverToCustomer = (basket: Basket, { address, country }: Delivery, rateOf: RateOf): Basket =>
  deliverTo({ ...basket, deliveryAddress: address ?? '', isCustomersAddress: true }, country, rateOf);

/** Exports bear no VAT, so prices switch to excluding VAT; the user can switch them back (rules V9, V28). */
export function deliverTo(basket: Basket, deliveryCountry: CountryCode, rateOf: RateOf): Basket {
  const moved = { ...basket, deliveryCountry };
  return isExport(deliveryCountry) ? inMode(moved, 'exclusive', rateOf) : moved;
}

/** Takes back a choice of customer, country or price mode. Lines added since stay. */
export function restoreTerms(basket: Basket, before: Basket, rateOf: RateOf): Basket {
  const back = inMode(basket, before.mode, rateOf);
  const earlier = new Map(before.lines.map(line => [line.key, line]));
  const { customer, deliveryAddress, deliveryCountry, isCustomersAddress, discount, discountReason, typed } =
    before;
  return {
    ...back,
    customer,
    deliveryAddress,
    deliveryCountry,
    isCustomersAddress,
    discount,
    discountReason,
    typed,
    lines: back.lines.map(line => {
      const was = earlier.get(line.key);
      if (was === undefined) return line;
      const { unitPrice, priceReason, discount: off, discountReason: why, typed: typedBefore } = was;
      return { ...line, unitPrice, priceReason, discount: off, discountReason: why, typed: typedBefore };
    }),
  };
}
