import { isConnected, whenReached } from './connection';
import { isAnnounced } from '../engine/queue';
import { queue } from './queue';
import { checkIn, hasSeries } from './receipt-series';
import { registerIdOf, registerState } from './register';

const everyMinutes = 5;

let running: Promise<void> | undefined;
let isStale = false;

/** Tells the server what waits here. What changes meanwhile is told right after it. */
function tell(): Promise<void> {
  if (running) {
    isStale = true;
    return running;
  }
  isStale = false;
  running = checkIn(registerIdOf(registerState.get()), queue.get())
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
      if (isStale) void tell();
    });
  return running;
}

const tellIfConnected = () => {
  if (isConnected.get()) void tell();
};

/** The first receipt needs its series: the till waits for it, for as long as a server takes that is there. */
export async function loadSeries(): Promise<void> {
  if (isConnected.get() && !(await hasSeries(registerIdOf(registerState.get())))) await tell();
}

/** Announces the sales that wait whenever their number changes, another register is chosen, and now and then. */
export function keepCheckingIn(): () => void {
  let told = '';
  let soon: ReturnType<typeof setTimeout> | undefined;
  const onChange = () => {
    const waiting = queue.get().filter(isAnnounced);
    const now = `${registerIdOf(registerState.get())} ${waiting.map(({ clientId }) => clientId).join(' ')}`;
    if (now === told) return;
    told = now;
    clearTimeout(soon);
    soon = setTimeout(tellIfConnected, 500);
  };
  const stops = [queue.subscribe(onChange), registerState.subscribe(onChange), whenReached(tellIfConnected)];
  const timer = setInterval(tellIfConnected, everyMinutes * 60_000);
  onChange();
  return () => {
    clearInterval(timer);
    clearTimeout(soon);
    for (const stop of stops) stop();
  };
}
