import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { request } from '../../../platform/api';
import { ApiError } from '../../../platform/api-error';
import { createStore } from '../../../platform/store';
import {
  type Answer,
  expiredSales,
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
import { isConnected, noteConnection, onReconnect } from './connection';
import { device, type Write } from './database';
import { sendSealed } from './sealed-sales';
import { sealedSales, unsentEntry, type UnsentSale } from './unsent';

/** All sales stored on this device: unsent ones and the latest sent ones. */
export const queue = createStore<readonly QueuedSale[]>([]);

/** The format of earlier versions, which stored the sender and included some refused sales. */
type Stored = Omit<QueuedSale, 'status' | 'problem' | 'triedAt'> & {
  readonly status: QueuedSale['status'] | 'refused';
  readonly problem: string | { readonly message: string } | null;
  readonly triedAt?: number | null;
};

/** A sale refused once is still a paid sale and waits like the others. */
const upToDate = ({ status, problem, triedAt, ...sale }: Stored): QueuedSale => ({
  ...sale,
  status: status === 'refused' ? 'waiting' : status,
  tries: status === 'refused' ? 0 : sale.tries,
  problem: typeof problem === 'object' ? (problem?.message ?? null) : problem,
  triedAt: triedAt ?? null,
});

/** A user who may not sell hands over sealed sales only: the server takes no other from them (finding F97). */
let isSealedOnly = false;

/** How often this tab has changed the queue. Data read before a change is out of date. */
let changes = 0;

/** Reads the stored sales and deletes those sent long ago. */
export async function loadQueue(): Promise<void> {
  const before = changes;
  const [stored, unsent] = await Promise.all([
    device.readAll<Stored>('queue'),
    device.readAll<UnsentSale>('unsent'),
  ]);
  const readable = new Set(isSealedOnly ? [] : stored.map(({ clientId }) => clientId));
  const others = unsent.filter(({ clientId }) => !readable.has(clientId));
  const all = [...stored, ...others.flatMap(({ clear }) => clear ?? [])].map(upToDate);
  const expired = expiredSales(all, new Date());
  await device.write(...expired.map(forgotten));
  if (before !== changes) return loadQueue();
  queue.set(all.filter(sale => !expired.includes(sale)));
  sealedSales.set(others.filter(({ clear }) => clear === null));
}

const forgotten = ({ clientId }: QueuedSale): Write => ({ store: 'queue', key: clientId, value: undefined });

const queueEntry = (sale: QueuedSale): Write => ({ store: 'queue', key: sale.clientId, value: sale });

/** Writes a sale to disk, together with other entries of the same transaction. */
export async function storeSale(sale: QueuedSale, ...beside: readonly Write[]): Promise<void> {
  const expired = expiredSales(withSale(sale), new Date());
  await device.write(queueEntry(sale), await unsentEntry(sale), ...beside, ...expired.map(forgotten));
  changes += 1;
  queue.set(withSale(sale).filter(waiting => !expired.some(({ clientId }) => clientId === waiting.clientId)));
}

const withSale = (sale: QueuedSale): readonly QueuedSale[] => [
  ...queue.get().filter(({ clientId }) => clientId !== sale.clientId),
  sale,
];

/** Seals what had to wait for the server's key. */
export async function sealWaiting(): Promise<void> {
  const waiting = await device.readAll<UnsentSale>('unsent');
  const inClear = new Set(waiting.filter(({ clear }) => clear !== null).map(({ clientId }) => clientId));
  for (const sale of queue.get()) if (inClear.has(sale.clientId)) await storeSale(sale);
}

/** Removes a sale that was refused while the customer waited: it was never paid. */
export async function dropUnpaid(clientId: string, ...beside: readonly Write[]): Promise<void> {
  const gone = (['queue', 'unsent'] as const).map(store => ({ store, key: clientId, value: undefined }));
  await device.write(...gone, ...beside);
  changes += 1;
  queue.set(queue.get().filter(sale => sale.clientId !== clientId));
}

/** How long a cashier waits before the sale is treated as offline, in milliseconds. */
const offlineAfterMs = 8_000;

export type Posted = { readonly answer: Answer; readonly sale: SaleDetail | null };

/** What a failed call means for the sale. */
function failureOf(error: unknown): Extract<Answer, { kind: 'refused' | 'unreached' }> {
  const status = error instanceof ApiError ? error.status : 0;
  noteConnection(status !== 0);
  if (!(error instanceof ApiError) || isForLater(status)) return { kind: 'unreached' };
  return { kind: 'refused', refused: refusedBy(error) };
}

const refusedBy = ({ status, message, errors, current }: ApiError) => ({ status, message, errors, current });

/** Sends a live sale, which the server may refuse. Returns the outcome and never throws. */
export async function postSale(body: SaleSent, isSecondTry = false): Promise<Posted> {
  try {
    const sale = await request(sales.complete, {
      body,
      idempotencyKey: body.client_id,
      shownInPlace: true,
      signal: AbortSignal.timeout(offlineAfterMs),
    });
    noteConnection(true);
    return { answer: { kind: 'done', saleId: sale.id, number: sale.number }, sale };
  } catch (error) {
    const failure = failureOf(error);
    // The session ended while the customer waits. The server recorded nothing, so the basket and the entered
    // payments stay until someone signs in (F38).
    if (error instanceof ApiError && error.status === 401)
      return { answer: { kind: 'refused', refused: refusedBy(error) }, sale: null };
    // The server may still be processing this sale. The next attempt gets its result.
    const isWorkedOn =
      failure.kind === 'refused' && failure.refused.status === 409 && failure.refused.current === undefined;
    if (isWorkedOn && !isSecondTry) {
      await new Promise(resolve => setTimeout(resolve, 1_500));
      return postSale(body, true);
    }
    return { answer: failure, sale: null };
  }
}

/** Sends a paid sale, which the server posts or keeps for review. */
async function recordSale(body: PaidSent): Promise<Posted> {
  try {
    const { sale, kept } = await request(sales.recordPaid, {
      body,
      shownInPlace: true,
      isUnattended: true,
      isBackground: true,
      signal: AbortSignal.timeout(offlineAfterMs),
    });
    noteConnection(true);
    return sale
      ? { answer: { kind: 'done', saleId: sale.id, number: sale.number }, sale }
      : { answer: { kind: 'kept', reason: kept ?? '' }, sale: null };
  } catch (error) {
    return { answer: failureOf(error), sale: null };
  }
}

/** The dependencies of sending. Once the server has answered, its document replaces the local receipt. */
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
      return storeSale(document ? { ...sale, document } : sale);
    },
  };
}

/** Sends one queued sale now. */
export const sendAgain = (sale: QueuedSale): Promise<unknown> => inTurn(() => sendQueued(sale, ports()));

const payingLock = 'counterfoil-paying';
let paying = 0;

/**
 * Runs a live sale. Until it ends, no tab of this device may send the same sale as paid, because the server
 * can still refuse it. The lock is released if the browser dies.
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

type Tried = Pick<QueuedSale, 'tries' | 'triedAt'>;

let running: Promise<unknown> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends the sales that are due, one at a time and never concurrently, and schedules the next run. `isEager`:
 * a user or the network has just returned.
 */
export function sendWaiting(isEager = false): Promise<unknown> {
  // Connection changes are reported by `onReconnect`.
  if (!isEager && !isConnected.get()) return Promise.resolve();
  const began = Date.now();
  running ??= inTurn(async () => {
    const isLive = await isPaying();
    const settled = queue.get().filter(sale => !(isLive && isFirstAttempt(sale)));
    const reached = isSealedOnly ? 'all' : await replay(settled, ports(), isEager);
    if (reached === 'all' && !isLive) await sendSealed(isEager);
  })
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
      sendLater(isEager ? began : null);
    });
  return running;
}

/** A sale that is being sold live, or was when the browser died. */
const isFirstAttempt = ({ status, triedAt }: QueuedSale) => status === 'sending' && triedAt === null;

/** Only one tab of this device sends at a time. The others check again later. */
const inTurn = (work: () => Promise<unknown>): Promise<unknown> =>
  'locks' in navigator
    ? navigator.locks.request('counterfoil-sending', { ifAvailable: true }, async lock => {
        if (!lock) return;
        // Another tab may have sent some of them meanwhile.
        await loadQueue();
        await work();
      })
    : work();

/** What was tried before a user returned is next tried as `dueAt` promises them, not after its own pause. */
function sendLater(returnedAt: number | null): void {
  clearTimeout(timer);
  const isHurried = ({ triedAt }: Tried) => returnedAt !== null && triedAt !== null && triedAt < returnedAt;
  const readable = isSealedOnly ? [] : queue.get().filter(isUnsent);
  const waiting: readonly Tried[] = [...readable, ...sealedSales.get()];
  const due = Math.min(...waiting.map(sale => dueAt(sale, isHurried(sale))));
  if (due === Infinity) return;
  timer = setTimeout(() => void sendWaiting(waiting.some(isHurried)), Math.max(1_000, due - Date.now()));
}

/** Sends on a schedule, when the network returns and when the page gets focus. */
export function startSending(canSell = true): () => void {
  isSealedOnly = !canSell;
  const now = () => {
    if (document.visibilityState === 'visible') void sendWaiting(true);
  };
  const stop = onReconnect(wasAway => sendWaiting(wasAway));
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
