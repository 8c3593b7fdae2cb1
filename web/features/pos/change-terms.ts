import { formatPounds } from '#domain/kernel/money';
import type { TillCustomer } from '#domain/pos/pos.contract';
import { homeCountry } from '#domain/countries/country';
import { countOf } from '#domain/kernel/count-of';
import type { Basket, BasketLine } from './engine/basket';
import type { BasketAction } from './engine/change-basket';
import { type Delivery, isDeliveryTyped } from './engine/basket-terms';
import { asBasketCustomer } from './engine/customer-now';
import type { Till } from './till-state';

type TermsAction = Extract<BasketAction, { do: 'mode' | 'deliver-to' }>;

/** Changes the price mode or the country, and says what happened to prices and discounts that were typed (rule V9). */
export function changeTerms(till: Till, action: TermsAction): void {
  const before = till.store.basket.get();
  till.change(action);
  const words = pricesChanged(before, till.store.basket.get());
  if (words !== null) till.say({ tone: 'plain', text: words, action: undo(till, before) });
}

/** Chooses the customer. At the desk the goods are delivered to them, unless another address was typed. */
export function chooseCustomer(till: Till, customer: TillCustomer | null): void {
  const before = till.store.basket.get();
  // Customers stored by an earlier version have no country.
  const delivery: Delivery = {
    address: customer?.delivery_address ?? null,
    country: customer?.delivery_country ?? homeCountry,
  };
  till.change({
    do: 'customer',
    customer: customer && asBasketCustomer(customer),
    ...(till.channel === 'desk' ? { delivery } : {}),
  });
  const after = till.store.basket.get();
  const prices = pricesChanged(before, after);
  if (prices !== null) till.say({ tone: 'plain', text: prices, action: undo(till, before) });
  else if (isDeliveryTyped(before) && (before.deliveryAddress.trim() || customer?.delivery_address))
    till.say({ tone: 'plain', text: keptAddress(customer), action: useAddress(till, customer, delivery) });
}

const keptAddress = (customer: TillCustomer | null): string =>
  `The delivery details you entered were kept. Check that they are right for ${customer?.name ?? 'the walk-in customer'}.`;

const useAddress = (till: Till, customer: TillCustomer | null, delivery: Delivery) => ({
  label: customer?.delivery_address ? `Deliver to ${customer.name}’s address` : 'Clear the address',
  run: () => {
    till.change({ do: 'deliver-to-customer', delivery });
    till.say(null);
  },
});

const undo = (till: Till, before: Basket) => ({
  label: 'Undo',
  run: () => {
    till.change({ do: 'restore-terms', before });
    till.say(null);
  },
});

/** What a change of price mode did to what was typed in pounds; null when it did nothing. */
function pricesChanged(before: Basket, after: Basket): string | null {
  if (before.mode === after.mode) return null;
  const earlier = new Map(before.lines.map(line => [line.key, line]));
  const pairs = after.lines.flatMap(line => {
    const was = earlier.get(line.key);
    return was ? [{ was, line }] : [];
  });
  const prices = pairs.filter(({ was, line }) => line.unitPrice !== null && was.unitPrice !== line.unitPrice);
  const discounts = [before, ...before.lines].filter((was, at) => {
    const now = at === 0 ? after : pairs[at - 1]?.line;
    return poundsOff(now) !== null && poundsOff(was) !== poundsOff(now);
  });
  const turned = [
    ...(prices.length > 0 ? [countOf(prices.length, 'price override')] : []),
    ...(discounts.length > 0 ? [countOf(discounts.length, 'discount')] : []),
  ].join(' and ');
  const removed = [
    ...pairs.filter(({ was, line }) => isGone(was, line)).map(({ line }) => line.name),
    ...(poundsOff(before) !== null && poundsOff(after) === null
      ? [`the basket discount of ${formatPounds(poundsOff(before) ?? 0)}`]
      : []),
  ];
  const to = after.mode === 'exclusive' ? 'exclude VAT' : 'include VAT';
  const words = [
    ...(turned ? [`${turned} converted to ${to}. Check them before payment.`] : []),
    ...(removed.length > 0 ? [removedWords(removed)] : []),
  ];
  return words.length === 0 ? null : words.join(' ');
}

const poundsOff = (terms: Pick<Basket, 'discount'> | undefined): number | null =>
  terms?.discount?.kind === 'amount' ? terms.discount.pence : null;

const isGone = (was: BasketLine, line: BasketLine): boolean =>
  (was.unitPrice !== null && line.unitPrice === null) ||
  (poundsOff(was) !== null && poundsOff(line) === null);

const removedWords = (removed: readonly string[]): string =>
  `Removed, because it could not be converted: ${removed.join(', ')}.`;
