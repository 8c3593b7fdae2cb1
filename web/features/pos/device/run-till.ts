import { onLive } from '../../../platform/live-state';
import { token } from '../../../platform/token';
import type { BasketStore } from './basket-store';
import { checkInNow, isRevokedHere, startCheckingIn, unsentHere } from './check-in';
import { isConnected, onReconnect } from './connection';
import { followCustomers, keepCustomers, refreshCustomers, startCustomers } from './customers';
import { installTill } from './install';
import { ensureKey, noteUser } from './prepare-storage';
import { sendWaiting, startSending } from './queue';
import { refreshCatalogueAgain } from './products';
import { loadRegister } from './register';
import { sendAsideAgain } from './set-aside';
import { keepUnanswered, loadUnanswered } from './unanswered';
import { sendVoidsAgain } from './void-basket';

type Seller = { readonly userId: number; readonly canSell: boolean; readonly canViewCustomers: boolean };

/** What a till does while it is open for a user. Returns a function that stops it. */
export function runTill(store: BasketStore, seller: Seller): () => void {
  const ofToken = token.read();
  keepCustomers(seller.canViewCustomers);
  keepFor(store, seller).catch(() => undefined);
  const stops = [
    startSending(seller.canSell),
    // The server takes no check-in of a user who only writes quotes.
    ...(seller.canSell ? [startCheckingIn()] : []),
    // Show at once that a till was closed or is being counted elsewhere.
    followCustomers(),
    onLive(topic => {
      if (topic === 'records') void loadRegister();
      if (topic === 'records' || topic === 'everything') void refreshCustomers();
      if (topic === 'tills' || topic === 'everything') void checkInNow().then(loadUnlessRevoked);
    }),
    onReconnect(comeBack),
    onReconnect(() => sendMadeWay(store, seller.userId, ofToken)),
  ];
  const sendWhenConnected = () => isConnected.get() && void sendMadeWay(store, seller.userId, ofToken);
  sendWhenConnected();
  // One that the server is still carrying out, or has no time for, is not a lost connection.
  const everyMinute = setInterval(sendWhenConnected, 60_000);
  return () => {
    clearInterval(everyMinute);
    for (const stop of stops) stop();
  };
}

/** Sends what made way for the next customer before its answer. */
async function sendMadeWay(store: BasketStore, userId: number, ofToken: string | null): Promise<void> {
  await loadUnanswered();
  await sendVoidsAgain(store, userId, ofToken);
  await sendAsideAgain(userId, ofToken);
}

/** Whoever takes over by PIN or password shares what is stored. Signing out in another tab has removed the key. */
async function keepFor(store: BasketStore, { userId }: Seller): Promise<void> {
  const isNew = await ensureKey();
  await noteUser(userId);
  store.keep();
  if (isNew) await keepUnanswered();
  installTill();
  // What an update under way has read by now is stored nowhere.
  if (isNew) void refreshCatalogueAgain();
  await startCustomers();
}

/** The server answers again. A device that was revoked meanwhile does nothing but hand in its sales. */
async function comeBack(wasAway: boolean): Promise<void> {
  const hasWaiting = unsentHere() > 0;
  await checkInNow();
  if (isRevokedHere()) return;
  void loadRegister();
  await sendWaiting(wasAway);
  // Sales made meanwhile may be in a late sales session, which the register reports.
  if (hasWaiting) await loadRegister();
}

const loadUnlessRevoked = () => (isRevokedHere() ? undefined : loadRegister());
