import { createStore, type Store } from '../../../platform/store';
import { type Basket, type BasketAction, changeBasket, emptyBasket } from '../engine/basket';
import { newClientId } from '../../../platform/client-id';
import { device, type Write } from './database';
import { vatRateHere } from './products';

/** A basket saved to the device after every change, under the name of its screen. */
export type BasketStore = {
  readonly basket: Store<Basket>;
  readonly change: (action: BasketAction) => void;
  /** The database entry for the basket, so that it can be written in the same transaction as other data. */
  readonly entryOf: (basket: Basket) => Write;
  /** Where it is stored, for what settles it without the till. */
  readonly placeOf: (basket: Basket) => { readonly key: string; readonly clientId: string };
  /** Writes the basket again, after the device has removed what it stored. */
  readonly keep: () => void;
  /** Shows a basket that has already been written. */
  readonly show: (basket: Basket) => void;
};

/** Opens the saved basket of a screen after a reload, a crash or a change of tab. */
export async function openBasket(screen: string, first?: () => Promise<Basket>): Promise<BasketStore> {
  const key = `basket ${screen}`;
  const stored = await device.read<Basket>('kept', key);
  const basket = createStore<Basket>(stored ?? (await first?.()) ?? emptyBasket(newClientId()));
  const entryOf = (value: Basket): Write => ({ store: 'kept', key, value });
  if (!stored) await device.write(entryOf(basket.get()));
  // One write at a time. Changes made meanwhile go into the next write.
  let writing: Promise<void> | undefined;
  let isStale = false;
  const persist = () => {
    if (writing) {
      isStale = true;
      return;
    }
    isStale = false;
    writing = device
      .write(entryOf(basket.get()))
      .catch(() => undefined)
      .finally(() => {
        writing = undefined;
        if (isStale) persist();
      });
  };
  return {
    basket,
    entryOf,
    placeOf: ({ clientId }) => ({ key, clientId }),
    change: action => {
      basket.set(changeBasket(basket.get(), action, vatRateHere));
      persist();
    },
    keep: persist,
    show: next => basket.set(next),
  };
}

export const newBasket = (): Basket => emptyBasket(newClientId());
