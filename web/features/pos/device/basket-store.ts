import { createStore, type Store } from '../../../platform/store';
import { type Basket, type BasketAction, changeBasket, emptyBasket } from '../engine/basket';
import { newClientId } from '../../../platform/client-id';
import { device, type Write } from './database';

/** A basket that is on the disk a moment after each change, under the name of the screen it is on. */
export type BasketStore = {
  readonly basket: Store<Basket>;
  readonly change: (action: BasketAction) => void;
  /** The entry that puts a basket on the disk, to be written with what belongs to the same moment. */
  readonly entryOf: (basket: Basket) => Write;
  /** Shows what has been written already. */
  readonly show: (basket: Basket) => void;
};

/** Opens the basket of a screen as it was left: after a reload, a crash or in another tab. */
export async function openBasket(screen: string, first?: () => Promise<Basket>): Promise<BasketStore> {
  const key = `basket ${screen}`;
  const kept = await device.read<Basket>('kept', key);
  const basket = createStore<Basket>(kept ?? (await first?.()) ?? emptyBasket(newClientId()));
  const entryOf = (value: Basket): Write => ({ store: 'kept', key, value });
  if (!kept) await device.write(entryOf(basket.get()));
  // One write at a time; what changed meanwhile goes with the next.
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
    change: action => {
      basket.set(changeBasket(basket.get(), action));
      persist();
    },
    show: next => basket.set(next),
  };
}

export const newBasket = (): Basket => emptyBasket(newClientId());
