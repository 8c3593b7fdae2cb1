import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { request } from '../../../platform/api';
import { ApiError } from '../../../platform/api-error';
import { createStore } from '../../../platform/store';
import {
  type Answer,
  doneLongAgo,
  dueAt,
  isForLater,
  isUnsent,
  type PaidSent,
  type QueuedSale,
  type QueuePorts,
  replay,
  sendQueued,
} from '../engine/queue';
import type { SaleSent } from '../engine/sale-body';
import { isConnected, noteConnection, whenReached } from './connection';
import { device, type Write } from './database';

/** All sales that this device keeps: those the server has not got yet, and the last done ones. */
export const queue = createStore<readonly QueuedSale[]>([]);

/** As devices kept them before: with who was to send them, and some that the server had refused. */
type Stored = Omit<QueuedSale, 'status' | 'problem' | 'triedAt'> & {
  readonly status: QueuedSale['status'] | 'refused';
  readonly problem: string | { readonly message: string } | null;
  readonly triedAt?: number | null;
};

/** A sale that was refused once is a paid sale all the same: it waits like others. */
const upToDate = ({ status, problem, triedAt, ...sale }: Stored): QueuedSale => ({
  ...sale,
  status: status === 'refused' ? 'waiting' : status,
  tries: status === 'refused' ? 0 : sale.tries,
  problem: typeof problem === 'object' ? (problem?.message ?? null) : problem,
  triedAt: triedAt ?? null,
});

/** How often this tab has changed the queue: what was read before a change is out of date. */
let changes = 0;

/** Reads what the device keeps. What the server has had for long is forgotten. */
export async function loadQueue(): Promise<void> {
  const before = changes;
  const all = (await device.readAll<Stored>('queue')).map(upToDate);
  const gone = doneLongAgo(all, new Date());
  await device.write(...gone.map(forgotten));
  if (before !== changes) return loadQueue();
  queue.set(all.filter(sale => !gone.includes(sale)));
}

const forgotten = ({ clientId }: QueuedSale): Write => ({ store: 'queue', key: clientId, value: undefined });

const queueEntry = (sale: QueuedSale): Write => ({ store: 'queue', key: sale.clientId, value: sale });

/** Writes a sale to the disk, with whatever else belongs to the same moment. */
export async function keepSale(sale: QueuedSale, ...beside: readonly Write[]): Promise<void> {
  const gone = doneLongAgo(withSale(sale), new Date());
  await device.write(queueEntry(sale), ...beside, ...gone.map(forgotten));
  changes += 1;
  queue.set(withSale(sale).filter(each => !gone.some(({ clientId }) => clientId === each.clientId)));
}

const withSale = (sale: QueuedSale): readonly QueuedSale[] => [
  ...queue.get().filter(({ clientId }) => clientId !== sale.clientId),
  sale,
];

/** Takes a sale out of the queue that was refused while the customer waited: it was never paid. */
export async function dropUnpaid(clientId: string, ...beside: readonly Write[]): Promise<void> {
  await device.write({ store: 'queue', key: clientId, value: undefined }, ...beside);
  changes += 1;
  queue.set(queue.get().filter(sale => sale.clientId !== clientId));
}

/** How long a cashier waits before a sale is taken for one without a network, in milliseconds. */
const patience = 8_000;

export type Posted = { readonly answer: Answer; readonly sale: SaleDetail | null };

/** What a failed call means for a sale. */
function failureOf(error: unknown): Extract<Answer, { kind: 'refused' | 'unreached' }> {
  const status = error instanceof ApiError ? error.status : 0;
  noteConnection(status !== 0);
  if (!(error instanceof ApiError) || isForLater(status)) return { kind: 'unreached' };
  return { kind: 'refused', refused: refusedBy(error) };
}

const refusedBy = ({ status, message, errors, current }: ApiError) => ({ status, message, errors, current });

/** Sells live: the server may refuse it. Says how it went; it never throws. */
export async function postSale(body: SaleSent, isSecondTry = false): Promise<Posted> {
  try {
    const sale = await request(sales.complete, {
      body,
      idempotencyKey: body.client_id,
      shownInPlace: true,
      signal: AbortSignal.timeout(patience),
    });
    noteConnection(true);
    return { answer: { kind: 'done', saleId: sale.id, number: sale.number }, sale };
  } catch (error) {
    const answer = failureOf(error);
    // The session has ended while the customer waits: nothing was taken by the server, so the basket and what was handed
    // over stay until somebody has signed in (F38).
    if (error instanceof ApiError && error.status === 401)
      return { answer: { kind: 'refused', refused: refusedBy(error) }, sale: null };
    // The same sale may still be worked on: whoever asks a moment later is told how that went.
    const isWorkedOn =
      answer.kind === 'refused' && answer.refused.status === 409 && answer.refused.current === undefined;
    if (isWorkedOn && !isSecondTry) {
      await new Promise(resolve => setTimeout(resolve, 1_500));
      return postSale(body, true);
    }
    return { answer, sale: null };
  }
}

/** Sends a paid sale, which the server books or keeps. */
async function recordSale(body: PaidSent): Promise<Posted> {
  try {
    const { sale, kept } = await request(sales.recordPaid, {
      body,
      shownInPlace: true,
      isUnattended: true,
      signal: AbortSignal.timeout(patience),
    });
    noteConnection(true);
    return sale
      ? { answer: { kind: 'done', saleId: sale.id, number: sale.number }, sale }
      : { answer: { kind: 'kept', reason: kept ?? '' }, sale: null };
  } catch (error) {
    return { answer: failureOf(error), sale: null };
  }
}

/** What sending needs. The receipt of a sale becomes the server's once it has answered. */
function ports(): QueuePorts {
  const documents = new Map<string, SaleDetail>();
  return {
    now: () => new Date(),
    send: async body => {
      const { answer, sale } = await recordSale(body);
      if (sale) documents.set(body.client_id, sale);
      return answer;
    },
    save: sale => {
      const document = documents.get(sale.clientId);
      return keepSale(document ? { ...sale, document } : sale);
    },
  };
}

/** Sends one sale of the queue now. */
export const sendAgain = (sale: QueuedSale): Promise<unknown> => inTurn(() => sendQueued(sale, ports()));

const payingLock = 'counterfoil-paying';
let paying = 0;

/**
 * Runs a live attempt to sell. Until it is over, no tab of this device may send the same sale as one that is paid: the
 * server may still refuse it. A browser that dies lets go of the lock.
 */
export function whilePaying<T>(work: () => Promise<T>): Promise<T> {
  const counted = async () => {
    paying += 1;
    try {
      return await work();
    } finally {
      paying -= 1;
    }
  };
  return 'locks' in navigator ? navigator.locks.request(payingLock, { mode: 'shared' }, counted) : counted();
}

async function isPaying(): Promise<boolean> {
  if (paying > 0) return true;
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === payingLock);
}

let running: Promise<unknown> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends what waits and is due, one after the other and never twice at the same time, and sets the clock for what is due
 * later. `isEager`: somebody has just come back, or the network has.
 */
export function sendWaiting(isEager = false): Promise<unknown> {
  // Whoever asks whether the server is there again says so to `whenReached`.
  if (!isEager && !isConnected.get()) return Promise.resolve();
  running ??= inTurn(async () => {
    const isLive = await isPaying();
    const settled = queue.get().filter(sale => !(isLive && isFirstAttempt(sale)));
    await replay(settled, ports(), isEager);
  })
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
      sendLater();
    });
  return running;
}

/** A sale that is being sold live, or was when the browser died. */
const isFirstAttempt = ({ status, triedAt }: QueuedSale) => status === 'sending' && triedAt === null;

/** One tab of this device sends at a time; the others look again later. */
const inTurn = (work: () => Promise<unknown>): Promise<unknown> =>
  'locks' in navigator
    ? navigator.locks.request('counterfoil-sending', { ifAvailable: true }, async lock => {
        if (!lock) return;
        // Another tab may have sent some of it meanwhile.
        await loadQueue();
        await work();
      })
    : work();

function sendLater(): void {
  clearTimeout(timer);
  const waiting = queue.get().filter(isUnsent);
  if (waiting.length === 0) return;
  const due = Math.min(...waiting.map(sale => dueAt(sale, false)));
  timer = setTimeout(() => void sendWaiting(), Math.max(1_000, due - Date.now()));
}

/** Sends by the clock, when the network is back and when somebody looks at the page again. */
export function keepSending(): () => void {
  const now = () => {
    if (document.visibilityState === 'visible') void sendWaiting(true);
  };
  const stop = whenReached(wasAway => sendWaiting(wasAway));
  window.addEventListener('online', now);
  window.addEventListener('focus', now);
  document.addEventListener('visibilitychange', now);
  void sendWaiting(true);
  return () => {
    clearTimeout(timer);
    stop();
    window.removeEventListener('online', now);
    window.removeEventListener('focus', now);
    document.removeEventListener('visibilitychange', now);
  };
}
