import { createStore, type Store } from '../../../platform/store';
import type { Basket } from '../engine/basket';
import { type BasketAction, changeBasket, tooManyLines } from '../engine/change-basket';
import { withoutUnsettledReturn } from '../engine/exchange';
import { fractionRefusal } from '../engine/whole-units';
import { device, type Write } from './database';
import { following, newBasket, sentBasket } from './next-basket';
import { asItWasSent, leavesSentAsItIs, openRequestOf } from './open-request';
import { vatRateHere, wholeUnitsHere } from './products';
import type { SentBasket } from './unanswered';

/** A basket saved to the device after every change, under the name of its screen. */
export type BasketStore = {
  readonly basket: Store<Basket>;
  /**
   * Changes the basket, or returns why not. What is added while a request for the basket is under way goes into the one
   * that is there afterwards.
   */
  readonly change: (action: BasketAction) => string | null;
  /**
   * Whether a request that settles, holds or fills the basket is under way. Until its answer the dialog that sent it
   * stays open.
   */
  readonly isSending: Store<boolean>;
  /** Runs such a request, one at a time. */
  readonly whileSending: <T>(send: () => Promise<T>) => Promise<T>;
  /** Starts the next basket once the server has answered for this one, whatever the disk does. */
  readonly startNext: (settled: SentBasket) => Promise<void>;
  /** The database entry for the basket, so that it can be written in the same transaction as other data. */
  readonly entryOf: (basket: Basket) => Write;
  /** What is sent of it and where it is stored, for what settles it without the till. */
  readonly placeOf: (basket: Basket) => Required<SentBasket> & { readonly key: string };
  /** Removes the stored basket of a document once it is settled, whatever the disk does; its screen closes. */
  readonly forget: () => Promise<void>;
  /** The basket of a document has been settled and removed: nothing changes it or writes it again. */
  readonly end: () => void;
  /** Why a product that was added while a request was under way did not get into a basket afterwards. */
  readonly notAdded: Store<{ readonly reason: string } | null>;
  /** Writes the basket again, after the device has removed what it stored. */
  readonly keep: () => void;
  /** Shows a basket that has already been written. */
  readonly show: (basket: Basket) => void;
};

const savedWithout = 'This document is saved already. What you have just added is not on it.';

/** Opens the saved basket of a screen after a reload, a crash or a change of tab. */
export async function openBasket(screen: string, first?: () => Promise<Basket>): Promise<BasketStore> {
  const key = `basket ${screen}`;
  const stored = await device.read<Basket>('kept', key);
  const basket = createStore<Basket>(
    (stored && withoutUnsettledReturn(stored)) ?? (await first?.()) ?? newBasket(),
  );
  const entryOf = (value: Basket): Write => ({ store: 'kept', key, value });
  if (!stored) await device.write(entryOf(basket.get()));
  await removeEarlier(screen, key);
  const { persist, end, isEnded } = writing(() => device.write(entryOf(basket.get())));
  const notAdded = createStore<{ readonly reason: string } | null>(null);
  const change = (action: BasketAction): string | null => {
    if (isEnded()) return action.do === 'add' ? savedWithout : null;
    const now = basket.get();
    const open = openRequestOf(now);
    if (open && !leavesSentAsItIs(action, open)) return asItWasSent(open);
    const refused = fractionRefusal(now, action, wholeUnitsHere());
    if (refused !== null) return refused;
    const changed = changeBasket(now, beside(open?.lines, action), vatRateHere);
    if (action.do === 'add' && changed === now) return tooManyLines;
    basket.set(changed);
    persist();
    return null;
  };
  const isSending = createStore(false);
  let addedMeanwhile: BasketAction[] = [];
  return {
    basket,
    isSending,
    entryOf,
    placeOf: value => ({ key, ...sentBasket(value) }),
    change: action => {
      if (!isSending.get() || action.do !== 'add') return change(action);
      addedMeanwhile.push(action);
      return null;
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
        for (const action of added) {
          const reason = change(action);
          if (reason !== null) notAdded.set({ reason });
        }
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
    notAdded,
    keep: persist,
    show: next => basket.set(next),
  };
}

/** Goods that are added do not change lines that were sent. */
const beside = (lines: readonly number[] | null | undefined, action: BasketAction): BasketAction =>
  action.do === 'add' && lines ? { ...action, beside: lines } : action;

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
