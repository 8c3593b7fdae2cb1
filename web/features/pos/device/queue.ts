import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { request } from '../../../platform/api';
import { ApiError } from '../../../platform/api-error';
import { createStore } from '../../../platform/store';
import {
  type Answer,
  doneLongAgo,
  isForLater,
  type QueuedSale,
  type QueuePorts,
  replay,
  sendQueued,
} from '../engine/queue';
import type { SaleSent } from '../engine/sale-body';
import { noteConnection } from './connection';
import { device, type Write } from './database';

/** All sales that this device keeps: those the server has not got yet, those it refused, and the last done ones. */
export const queue = createStore<readonly QueuedSale[]>([]);

/** Reads what the device keeps. What the server has had for long is forgotten. */
export async function loadQueue(): Promise<void> {
  const all = await device.readAll<QueuedSale>('queue');
  const gone = doneLongAgo(all, new Date());
  await device.write(...gone.map(forgotten));
  queue.set(all.filter(sale => !gone.includes(sale)));
}

const forgotten = ({ clientId }: QueuedSale): Write => ({ store: 'queue', key: clientId, value: undefined });

export const queueEntry = (sale: QueuedSale): Write => ({ store: 'queue', key: sale.clientId, value: sale });

/** Writes a sale to the disk, with whatever else belongs to the same moment. */
export async function keepSale(sale: QueuedSale, ...beside: readonly Write[]): Promise<void> {
  const gone = doneLongAgo(withSale(sale), new Date());
  await device.write(queueEntry(sale), ...beside, ...gone.map(forgotten));
  queue.set(withSale(sale).filter(each => !gone.some(({ clientId }) => clientId === each.clientId)));
}

const withSale = (sale: QueuedSale): readonly QueuedSale[] => [
  ...queue.get().filter(({ clientId }) => clientId !== sale.clientId),
  sale,
];

/** Takes a sale out of the queue that the server does not have: it is in the basket again. */
export async function takeFromQueue(clientId: string, ...beside: readonly Write[]): Promise<void> {
  await device.write({ store: 'queue', key: clientId, value: undefined }, ...beside);
  queue.set(queue.get().filter(sale => sale.clientId !== clientId));
}

/** How long a cashier waits before a sale is taken for one without a network, in milliseconds. */
const patience = 8_000;

const post = (body: SaleSent): Promise<SaleDetail> =>
  request(sales.complete, {
    body,
    idempotencyKey: body.client_id,
    shownInPlace: true,
    signal: AbortSignal.timeout(patience),
  });

export type Posted = { readonly answer: Answer; readonly sale: SaleDetail | null };

/** Sends a sale and says how it went; it never throws. */
export async function postSale(body: SaleSent, isSecondTry = false): Promise<Posted> {
  try {
    const sale = await post(body);
    noteConnection(true);
    return { answer: { kind: 'done', saleId: sale.id, number: sale.number }, sale };
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    noteConnection(status !== 0);
    if (!(error instanceof ApiError) || isForLater(status))
      return { answer: { kind: 'unreached' }, sale: null };
    // The same sale may still be worked on: whoever asks a moment later is told how that went.
    if (status === 409 && error.current === undefined && !isSecondTry) {
      await new Promise(resolve => setTimeout(resolve, 1_500));
      return postSale(body, true);
    }
    const { message, errors, current } = error;
    return { answer: { kind: 'refused', refused: { status, message, errors, current } }, sale: null };
  }
}

/** What sending needs. The receipt of a sale becomes the server's once it has answered. */
function ports(): QueuePorts {
  const documents = new Map<string, SaleDetail>();
  return {
    send: async body => {
      const { answer, sale } = await postSale(body);
      if (sale) documents.set(body.client_id, sale);
      return answer;
    },
    save: sale => {
      const document = documents.get(sale.clientId);
      return keepSale(document ? { ...sale, document } : sale);
    },
  };
}

/** Sends one sale of the queue, whatever became of it before. */
export const sendAgain = (sale: QueuedSale): Promise<QueuedSale> => sendQueued(sale, ports());

let running: Promise<unknown> | undefined;

/** Sends what waits, one after the other and never twice at the same time. */
export function sendWaiting(userId: number): Promise<unknown> {
  running ??= replay(queue.get(), userId, ports())
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
    });
  return running;
}
