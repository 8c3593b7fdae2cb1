import { useEffect, useState } from 'react';
import { hasPermission, mayPass } from '#domain/kernel/access';
import { sales } from '#domain/sales/sale.contract';
import { onLive } from '../../platform/live-state';
import { useUser } from '../../platform/session';
import { type BasketStore, openBasket } from './device/basket-store';
import { watchConnection, whenReached } from './device/connection';
import { startCustomers } from './device/customers';
import { installTill } from './device/install';
import { leadTill } from './device/leader';
import { dropPaidBasket } from './device/pay-basket';
import { startCatalogue } from './device/products';
import { keepCheckingIn, loadSeries } from './device/check-in';
import { keepSending, loadQueue, queue, sendWaiting } from './device/queue';
import { loadRegister } from './device/register';
import { startStock } from './device/stock';
import type { Basket } from './engine/basket';
import { isUnsent } from './engine/queue';

export type TillDevice =
  | { readonly kind: 'starting' }
  /** Another tab sells. */
  | { readonly kind: 'elsewhere'; readonly takeOver: () => void }
  | { readonly kind: 'broken' }
  | { readonly kind: 'ready'; readonly store: BasketStore };

/**
 * Gets this device ready to sell: one tab leads, the basket is as it was left, catalogue and customers are at hand, and
 * what is not sent yet goes out.
 */
export function useTillDevice(screen: string, first?: () => Promise<Basket>): TillDevice {
  const [state, setState] = useState<TillDevice>({ kind: 'starting' });
  const [attempt, setAttempt] = useState({ takeOver: false, number: 0 });
  const user = useUser();
  // The desk also writes quotes: a receipt's series is for those who sell.
  const maySell = mayPass(sales.complete.access, user);
  useEffect(() => {
    let isOver = false;
    const stops: (() => void)[] = [];
    const takeOver = () => setAttempt(last => ({ takeOver: true, number: last.number + 1 }));
    const begin = async () => {
      const release = await leadTill(attempt.takeOver, () => setState({ kind: 'elsewhere', takeOver }));
      if (release === null) return setState({ kind: 'elsewhere', takeOver });
      stops.push(release);
      if (isOver) return release();
      stops.push(watchConnection(), startCatalogue());
      await loadQueue();
      const [store] = await Promise.all([openBasket(screen, first), loadRegister()]);
      await Promise.all([dropPaidBasket(store, queue.get()), maySell ? loadSeries() : undefined]);
      stops.push(startStock());
      if (!isOver) setState({ kind: 'ready', store });
      // Without it a browser may clear the device when its disk fills up.
      void navigator.storage?.persist?.();
    };
    begin().catch(() => !isOver && setState({ kind: 'broken' }));
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first basket is asked for once
  }, [screen, attempt]);
  const mayViewCustomers = hasPermission(user, 'view_customer');
  const isReady = state.kind === 'ready';
  useEffect(() => {
    if (!isReady) return;
    installTill();
    void startCustomers(mayViewCustomers);
    const stops = [
      keepSending(),
      maySell ? keepCheckingIn() : () => undefined,
      // A till that is closed or counted elsewhere is told at once.
      onLive(topic => {
        if (topic === 'tills' || topic === 'everything') void loadRegister();
      }),
      whenReached(async wasAway => {
        const hasWaiting = queue.get().some(isUnsent);
        void loadRegister();
        await sendWaiting(wasAway);
        // What was sold meanwhile may have gone into a session for late sales, which the register tells of.
        if (hasWaiting) await loadRegister();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [isReady, user.id, mayViewCustomers, maySell]);
  return state;
}
