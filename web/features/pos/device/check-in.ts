import { isConnected, onReconnect, watchConnection } from './connection';
import { isAnnounced, isUnsent } from '../engine/queue';
import { wipeTillData } from '../../../platform/till-data';
import { deviceTerms } from './device-terms';
import { queue, sealWaiting, sendWaiting, startSending } from './queue';
import { checkIn, hasSeries } from './receipt-series';
import { registerIdOf, registerState } from './register';
import { allUnanswered, forgetAllUnanswered, onUnanswered } from './unanswered';
import { sealedSales } from './unsent';

const everyMinutes = 5;

const basketsAside = () => Object.values(allUnanswered()).flatMap(({ aside }) => aside?.basket ?? []);

let running: Promise<void> | undefined;
let isStale = false;

/** Reports unsent sales to the server, and again if they change meanwhile. */
function report(): Promise<void> {
  if (running) {
    isStale = true;
    return running;
  }
  isStale = false;
  running = reportAndObey()
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
      if (isStale) void report();
    });
  return running;
}

const checkInHere = () =>
  checkIn(registerIdOf(registerState.get()), {
    sales: queue.get(),
    sealed: sealedSales.get(),
    aside: Object.values(allUnanswered()),
  });

/**
 * A revoked device first hands in its unsent sales, because they were paid. Then it removes what it stored, and checks
 * in once more without any: the server ends its session (finding F46).
 */
async function reportAndObey(): Promise<void> {
  const { revokedAt } = await checkInHere();
  await sealWaiting();
  if (revokedAt === null) return;
  await sendWaiting(true);
  await wipeTillData();
  forgetAllUnanswered();
  if (unsentHere() === 0) await checkInHere();
}

/** The number of paid sales on this device that the server does not have yet. */
export const unsentHere = (): number => queue.get().filter(isUnsent).length + sealedSales.get().length;

/** Whether managers have revoked this device, as far as it knows. */
export const isRevokedHere = (): boolean => (deviceTerms.get()?.revokedAt ?? null) !== null;

let active = 0;

/** Checks in now, if this user's till does at all. */
export const checkInNow = (): Promise<void> => (active > 0 ? report() : Promise.resolve());

const reportIfConnected = () => {
  if (isConnected.get()) void report();
};

/** The first receipt needs its series, so the till waits for it as long as a reachable server would take. */
export async function loadSeries(): Promise<void> {
  const isKnown = deviceTerms.get() !== null && (await hasSeries(registerIdOf(registerState.get())));
  if (isConnected.get() && !isKnown) await report();
}

/** Reports unsent sales when their number or the register changes, and at intervals. */
export function startCheckingIn(): () => void {
  let reported = '';
  let soon: ReturnType<typeof setTimeout> | undefined;
  const onChange = () => {
    const waiting = [...queue.get().filter(isAnnounced), ...sealedSales.get(), ...basketsAside()];
    const now = `${registerIdOf(registerState.get())} ${waiting.map(({ clientId }) => clientId).join(' ')}`;
    if (now === reported) return;
    reported = now;
    clearTimeout(soon);
    soon = setTimeout(reportSoon, 500);
  };
  const reportSoon = () => {
    soon = undefined;
    reportIfConnected();
  };
  // Whoever leaves the till within that time would be reported by its next visit only.
  const reportPending = () => {
    if (soon === undefined) return;
    clearTimeout(soon);
    soon = undefined;
    // Whatever the last answer was: there is no later time to try.
    void report();
  };
  const onHide = () => document.visibilityState === 'hidden' && reportPending();
  document.addEventListener('visibilitychange', onHide);
  // A tab that is closed may take the request with it, before the till's worker has let it pass.
  window.addEventListener('pagehide', reportPending);
  const stops = [
    queue.subscribe(onChange),
    sealedSales.subscribe(onChange),
    onUnanswered(onChange),
    registerState.subscribe(onChange),
    onReconnect(reportIfConnected),
  ];
  const timer = setInterval(reportIfConnected, everyMinutes * 60_000);
  active += 1;
  onChange();
  return () => {
    active -= 1;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onHide);
    window.removeEventListener('pagehide', reportPending);
    reportPending();
    for (const stop of stops) stop();
  };
}

/** What a till does for a user who may not sell: it sends what cashiers left unsent (finding F97). */
export function startHandingOver(): () => void {
  const stops = [watchConnection(), startSending(false)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What a revoked device still does: it hands in its unsent sales, and asks whether it may sell again. */
export function startHandingIn(): () => void {
  const stops = [startSending(), startCheckingIn()];
  return () => {
    for (const stop of stops) stop();
  };
}
