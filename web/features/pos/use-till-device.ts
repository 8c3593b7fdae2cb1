import { useEffect, useState } from 'react';
import { hasPermission, isAllowed } from '#domain/kernel/access';
import { sales } from '#domain/sales/sale.contract';
import { onLive } from '../../platform/live-state';
import { toast } from '../../platform/notices';
import { useSessionNumber, useUser } from '../../platform/session';
import { useStore } from '../../platform/store';
import { wasWipedAsOld } from '../../platform/till-data';
import { type BasketStore, openBasket } from './device/basket-store';
import { watchConnection, onReconnect } from './device/connection';
import { startCustomers } from './device/customers';
import { installTill } from './device/install';
import { leadTill } from './device/leader';
import { dropPaidBasket } from './device/pay-basket';
import { startCatalogue } from './device/products';
import {
  checkInNow,
  isRevokedHere,
  loadSeries,
  startCheckingIn,
  startHandingIn,
  unsentHere,
} from './device/check-in';
import { deviceTerms, keepDaysHere, loadTerms } from './device/device-terms';
import { ensureKey, noteUser, prepareStorage } from './device/prepare-storage';
import { startSending, loadQueue, queue, sendWaiting } from './device/queue';
import { loadRegister } from './device/register';
import { startStock } from './device/stock';
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
      const release = await leadTill(attempt.takeOver, () => setState({ kind: 'elsewhere', takeOver }));
      if (release === null) return setState({ kind: 'elsewhere', takeOver });
      stops.push(release);
      if (isOver) return release();
      await prepareStorage(user.id);
      await Promise.all([loadTerms(), loadQueue()]);
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
    if (!isReady) return;
    // Whoever takes over by PIN or password shares what is stored. Signing out elsewhere has removed the key.
    void ensureKey()
      .then(() => noteUser(user.id))
      .then(() => {
        store?.keep();
        installTill();
        return startCustomers(canViewCustomers);
      })
      .catch(() => undefined);
    const stops = [
      startSending(),
      canSell ? startCheckingIn() : () => undefined,
      // Show at once that a till was closed or is being counted elsewhere.
      onLive(topic => {
        if (topic === 'records') void loadRegister();
        if (topic === 'tills' || topic === 'everything') void checkInNow().then(loadUnlessRevoked);
      }),
      onReconnect(async wasAway => {
        const hasWaiting = unsentHere() > 0;
        await checkInNow();
        if (isRevokedHere()) return;
        void loadRegister();
        await sendWaiting(wasAway);
        // Sales made meanwhile may be in a late sales session, which the register reports.
        if (hasWaiting) await loadRegister();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store belongs to the state that is ready
  }, [isReady, user.id, canViewCustomers, canSell, session]);
  return isRevoked ? { kind: 'revoked' } : state;
}

const loadUnlessRevoked = () => (isRevokedHere() ? undefined : loadRegister());

const wipedAsOld = (days: number): string =>
  `This till had not reached the server for more than ${days === 1 ? 'a day' : `${days} days`}, so its stored products, customers and baskets were removed.`;
