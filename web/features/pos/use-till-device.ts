import { useEffect, useState } from 'react';
import { hasPermission, isAllowed } from '#domain/kernel/access';
import { sales } from '#domain/sales/sale.contract';
import { toast } from '../../platform/notices';
import { useSessionNumber, useUser } from '../../platform/session';
import { useStore } from '../../platform/store';
import { wasWipedAsOld } from '../../platform/till-data';
import { type BasketStore, openBasket } from './device/basket-store';
import { watchConnection } from './device/connection';
import { leadTill } from './device/leader';
import { dropPaidBasket } from './device/pay-basket';
import { startCatalogue } from './device/products';
import { isRevokedHere, loadSeries, startHandingIn } from './device/check-in';
import { deviceTerms, keepDaysHere, loadTerms } from './device/device-terms';
import { loadProof } from './device/selling-proof';
import { prepareStorage } from './device/prepare-storage';
import { loadQueue, queue } from './device/queue';
import { loadRegister } from './device/register';
import { runTill } from './device/run-till';
import { recordedLater } from './device/set-aside';
import { startStock } from './device/stock';
import { loadUnanswered } from './device/unanswered';
import type { Basket } from './engine/basket';

export type TillDevice =
  | { readonly kind: 'starting' }
  /** Another tab is selling. */
  | { readonly kind: 'elsewhere'; readonly takeOver: () => void }
  | { readonly kind: 'broken' }
  /** A manager has revoked it: it hands in its unsent sales. */
  | { readonly kind: 'revoked' }
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
  const isRevoked = (useStore(deviceTerms)?.revokedAt ?? null) !== null;
  useEffect(() => {
    let isOver = false;
    const stops: (() => void)[] = [];
    const takeOver = () => setAttempt(last => ({ takeOver: true, number: last.number + 1 }));
    const begin = async () => {
      const release = await leadTill(attempt.takeOver, () => {
        // The other tab reads and sends from now on.
        for (const stop of stops.splice(0)) stop();
        setState({ kind: 'elsewhere', takeOver });
      });
      if (release === null) return setState({ kind: 'elsewhere', takeOver });
      // The receipts of exchanges recorded later name their customers.
      stops.push(release, () => recordedLater.set([]));
      if (isOver) return release();
      await prepareStorage(user.id);
      await Promise.all([loadTerms(), loadProof(), loadQueue(), loadUnanswered()]);
      if (wasWipedAsOld()) toast.blank(wipedAsOld(keepDaysHere()));
      if (isOver || isRevokedHere()) return;
      stops.push(watchConnection(), startCatalogue());
      const [store] = await Promise.all([openBasket(screen, first), loadRegister()]);
      await Promise.all([dropPaidBasket(store, queue.get()), canSell ? loadSeries() : undefined]);
      stops.push(startStock());
      if (!isOver) setState({ kind: 'ready', store });
      // Without this, browsers may clear the device's storage when its disk fills up.
      void navigator.storage?.persist?.();
    };
    const handIn = async () => {
      setState({ kind: 'starting' });
      await loadQueue();
      if (!isOver) stops.push(watchConnection(), startHandingIn());
    };
    (isRevoked ? handIn() : begin()).catch(() => !isOver && setState({ kind: 'broken' }));
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first basket is asked for once
  }, [screen, attempt, isRevoked]);
  const canViewCustomers = hasPermission(user, 'view_customer');
  const store = state.kind === 'ready' ? state.store : null;
  const session = useSessionNumber();
  const isReady = state.kind === 'ready' && !isRevoked;
  useEffect(() => {
    if (!isReady || !store) return;
    return runTill(store, { userId: user.id, canSell, canViewCustomers });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store belongs to the state that is ready
  }, [isReady, user.id, canViewCustomers, canSell, session]);
  return isRevoked ? { kind: 'revoked' } : state;
}

const wipedAsOld = (days: number): string =>
  `This till had not reached the server for more than ${days === 1 ? 'a day' : `${days} days`}, so its stored products, customers and baskets were removed.`;
