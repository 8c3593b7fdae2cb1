import { createStore, type Store } from '../../../platform/store';
import { type Basket, type BasketAction, changeBasket, emptyBasket } from '../engine/basket';
import { withoutUnsettledReturn } from '../engine/exchange';
import { newClientId } from '../../../platform/client-id';
import { device, type Write } from './database';
import { vatRateHere } from './products';

/** A basket saved to the device after every change, under the name of its screen. */
export type BasketStore = {
  readonly basket: Store<Basket>;
  /** What is added while a request for the basket is under way goes into the one that is there afterwards. */
  readonly change: (action: BasketAction) => void;
  /**
   * Whether a request that settles, holds or fills the basket is under way. Until its answer the dialog that sent it
   * stays open.
   */
  readonly isSending: Store<boolean>;
  /** Runs such a request, one at a time. */
  readonly whileSending: <T>(send: () => Promise<T>) => Promise<T>;
  /** Starts the next basket once the server has answered for this one, whatever the disk does. */
  readonly startNext: (settled: Basket) => Promise<void>;
  /** The database entry for the basket, so that it can be written in the same transaction as other data. */
  readonly entryOf: (basket: Basket) => Write;
  /** Where it is stored, for what settles it without the till. */
  readonly placeOf: (basket: Basket) => { readonly key: string; readonly clientId: string };
  /** Removes the stored basket of a document once it is settled, whatever the disk does; its screen closes. */
  readonly forget: () => Promise<void>;
  /** The basket of a document has been settled and removed: nothing changes it or writes it again. */
  readonly end: () => void;
  /** How many products were added too late, after that. */
  readonly addedTooLate: Store<number>;
  /** Writes the basket again, after the device has removed what it stored. */
  readonly keep: () => void;
  /** Shows a basket that has already been written. */
  readonly show: (basket: Basket) => void;
};

/** Opens the saved basket of a screen after a reload, a crash or a change of tab. */
export async function openBasket(screen: string, first?: () => Promise<Basket>): Promise<BasketStore> {
  const key = `basket ${screen}`;
  const stored = await device.read<Basket>('kept', key);
  const basket = createStore<Basket>(
    (stored && withoutUnsettledReturn(stored)) ?? (await first?.()) ?? emptyBasket(newClientId()),
  );
  const entryOf = (value: Basket): Write => ({ store: 'kept', key, value });
  if (!stored) await device.write(entryOf(basket.get()));
  await removeEarlier(screen, key);
  const { persist, end, isEnded } = writing(() => device.write(entryOf(basket.get())));
  const addedTooLate = createStore(0);
  const change = (action: BasketAction) => {
    if (isEnded()) {
      if (action.do === 'add') addedTooLate.set(addedTooLate.get() + 1);
      return;
    }
    basket.set(changeBasket(basket.get(), action, vatRateHere));
    persist();
  };
  const isSending = createStore(false);
  let addedMeanwhile: BasketAction[] = [];
  return {
    basket,
    isSending,
    entryOf,
    placeOf: ({ clientId }) => ({ key, clientId }),
    change: action => {
      if (isSending.get() && action.do === 'add') addedMeanwhile.push(action);
      else change(action);
    },
    whileSending: async send => {
      if (isSending.get()) throw new Error('A request for this basket is already under way');
      isSending.set(true);
      try {
        return await send();
      } finally {
        isSending.set(false);
        const added = addedMeanwhile;
        addedMeanwhile = [];
        for (const action of added) change(action);
      }
    },
    startNext: async settled => {
      const next = following(basket.get(), settled);
      if (next === null) return;
      // The basket that stays on the disk is recognised as settled when it is opened, or by the server.
      await device.write(entryOf(next)).catch(() => undefined);
      basket.set(next);
    },
    forget: () => {
      end();
      return device.write({ store: 'kept', key, value: undefined }).catch(() => undefined);
    },
    end,
    addedTooLate,
    keep: persist,
    show: next => basket.set(next),
  };
}

/** Writes to the device one at a time, until `end`. Changes made meanwhile go into the next write. */
function writing(write: () => Promise<void>) {
  let current: Promise<void> | undefined;
  let isStale = false;
  let hasEnded = false;
  const persist = () => {
    if (hasEnded) return;
    if (current) {
      isStale = true;
      return;
    }
    isStale = false;
    current = write()
      .catch(() => undefined)
      .finally(() => {
        current = undefined;
        if (isStale) persist();
      });
  };
  const end = () => {
    hasEnded = true;
  };
  return { persist, end, isEnded: () => hasEnded };
}

/**
 * Removes the baskets of earlier states of the sale or quote that is opened: `edit 12 0 …` when it is `edit 12 1 …` now. The
 * server would refuse them. What was sent of them without an answer is stored elsewhere.
 */
async function removeEarlier(screen: string, key: string): Promise<void> {
  const [use, id] = screen.split(' ');
  if (id === undefined) return;
  const earlier = (await device.keysOf('kept')).filter(
    other => String(other).startsWith(`basket ${use} ${id} `) && other !== key,
  );
  await device
    .write(...earlier.map(other => ({ store: 'kept' as const, key: other, value: undefined })))
    .catch(() => undefined);
}

/**
 * The basket that follows a settled one: null if it is already there. Lines that are not the settled ones stay, so that
 * no goods leave unpaid.
 */
export function following(now: Basket, settled: Basket): Basket | null {
  if (now.clientId !== settled.clientId) return null;
  const left = now.lines.filter(line => !settled.lines.includes(line));
  return { ...newBasket(), lines: left, nextKey: now.nextKey, selected: left.at(-1)?.key ?? null };
}

export const newBasket = (): Basket => emptyBasket(newClientId());
