import { isConnected, onReconnect } from './connection';
import { isAnnounced } from '../engine/queue';
import { queue } from './queue';
import { checkIn, hasSeries } from './receipt-series';
import { registerIdOf, registerState } from './register';

const everyMinutes = 5;

let running: Promise<void> | undefined;
let isStale = false;

/** Reports unsent sales to the server, and again if they change meanwhile. */
function report(): Promise<void> {
  if (running) {
    isStale = true;
    return running;
  }
  isStale = false;
  running = checkIn(registerIdOf(registerState.get()), queue.get())
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
      if (isStale) void report();
    });
  return running;
}

const reportIfConnected = () => {
  if (isConnected.get()) void report();
};

/** The first receipt needs its series, so the till waits for it as long as a reachable server would take. */
export async function loadSeries(): Promise<void> {
  if (isConnected.get() && !(await hasSeries(registerIdOf(registerState.get())))) await report();
}

/** Reports unsent sales when their number or the register changes, and at intervals. */
export function startCheckingIn(): () => void {
  let reported = '';
  let soon: ReturnType<typeof setTimeout> | undefined;
  const onChange = () => {
    const waiting = queue.get().filter(isAnnounced);
    const now = `${registerIdOf(registerState.get())} ${waiting.map(({ clientId }) => clientId).join(' ')}`;
    if (now === reported) return;
    reported = now;
    clearTimeout(soon);
    soon = setTimeout(reportIfConnected, 500);
  };
  const stops = [
    queue.subscribe(onChange),
    registerState.subscribe(onChange),
    onReconnect(reportIfConnected),
  ];
  const timer = setInterval(reportIfConnected, everyMinutes * 60_000);
  onChange();
  return () => {
    clearInterval(timer);
    clearTimeout(soon);
    for (const stop of stops) stop();
  };
}
