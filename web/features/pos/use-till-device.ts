import { useEffect, useState } from 'react';
import { hasPermission, isAllowed } from '#domain/kernel/access';
import { sales } from '#domain/sales/sale.contract';
import { onLive } from '../../platform/live-state';
import { useUser } from '../../platform/session';
import { type BasketStore, openBasket } from './device/basket-store';
import { watchConnection, onReconnect } from './device/connection';
import { startCustomers } from './device/customers';
import { installTill } from './device/install';
import { leadTill } from './device/leader';
import { dropPaidBasket } from './device/pay-basket';
import { startCatalogue } from './device/products';
import { startCheckingIn, loadSeries } from './device/check-in';
import { startSending, loadQueue, queue, sendWaiting } from './device/queue';
import { loadRegister } from './device/register';
import { startStock } from './device/stock';
import type { Basket } from './engine/basket';
import { isUnsent } from './engine/queue';

export type TillDevice =
  | { readonly kind: 'starting' }
  /** Another tab is selling. */
  | { readonly kind: 'elsewhere'; readonly takeOver: () => void }
  | { readonly kind: 'broken' }
  | { readonly kind: 'ready'; readonly store: BasketStore };

/**
 * Prepares this device to sell: leads the tabs, restores the basket, loads catalogue and customers, and sends
 * unsent sales.
 */
export function useTillDevice(screen: string, first?: () => Promise<Basket>): TillDevice {
  const [state, setState] = useState<TillDevice>({ kind: 'starting' });
  const [attempt, setAttempt] = useState({ takeOver: false, number: 0 });
  const user = useUser();
  // The desk also writes quotes. Only users who can sell need a receipt series.
  const canSell = isAllowed(sales.complete.access, user);
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
      await Promise.all([dropPaidBasket(store, queue.get()), canSell ? loadSeries() : undefined]);
      stops.push(startStock());
      if (!isOver) setState({ kind: 'ready', store });
      // Without this, browsers may clear the device's storage when its disk fills up.
      void navigator.storage?.persist?.();
    };
    begin().catch(() => !isOver && setState({ kind: 'broken' }));
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first basket is asked for once
  }, [screen, attempt]);
  const canViewCustomers = hasPermission(user, 'view_customer');
  const isReady = state.kind === 'ready';
  useEffect(() => {
    if (!isReady) return;
    installTill();
    void startCustomers(canViewCustomers);
    const stops = [
      startSending(),
      canSell ? startCheckingIn() : () => undefined,
      // Show at once that a till was closed or is being counted elsewhere.
      onLive(topic => {
        if (topic === 'tills' || topic === 'records' || topic === 'everything') void loadRegister();
      }),
      onReconnect(async wasAway => {
        const hasWaiting = queue.get().some(isUnsent);
        void loadRegister();
        await sendWaiting(wasAway);
        // Sales made meanwhile may be in a late sales session, which the register reports.
        if (hasWaiting) await loadRegister();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [isReady, user.id, canViewCustomers, canSell]);
  return state;
}
