import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import { poundsFromPence } from '#domain/kernel/money';
import { percentage } from '#domain/kernel/percent';
import type { SaleDetail, sales } from '#domain/sales/sale.contract';
import type { SaleSent } from './sale-body';

/**
 * The state of a paid sale. `waiting` and `sending` are retried until the server has the sale; `kept` is on
 * the server for a manager to resolve; `done` stays for a while, so that its receipt can be reprinted.
 */
export type QueueStatus = 'sending' | 'waiting' | 'kept' | 'done';

export type Refused = {
  readonly status: number;
  readonly message: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Further data from the server: the approvals needed, or the total it calculated. */
  readonly current: unknown;
};

/** A paid sale. It is on disk from before the receipt is shown until the server has it. */
export type QueuedSale = {
  readonly clientId: string;
  /** The cashier who sold it, whoever is signed in when it is sent. */
  readonly userId: number;
  readonly userName: string;
  readonly body: SaleSent;
  /** The till's own document until the server has answered with its own. */
  readonly document: SaleDetail;
  readonly status: QueueStatus;
  readonly tries: number;
  /** When the last attempt ended, in milliseconds by this device's clock; null before the first. */
  readonly triedAt: number | null;
  /** The server's reason for the last failure, if it gave one. */
  readonly problem: string | null;
  /** The server's number and id once known. */
  readonly number: string | null;
  readonly saleId: number | null;
};

const retentionDays = 3;
const maxDoneKept = 50;

/**
 * Sales sent days ago or many sales ago. They are removed while the till runs, because a till may never be
 * closed.
 */
export function expiredSales(sales: readonly QueuedSale[], now: Date): readonly QueuedSale[] {
  const oldest = now.getTime() - retentionDays * 86_400_000;
  return sales
    .filter(({ status }) => status === 'done' || status === 'kept')
    .toSorted((one, other) => other.document.sold_at.getTime() - one.document.sold_at.getTime())
    .filter(({ document }, nth) => nth >= maxDoneKept || document.sold_at.getTime() < oldest);
}

/** The outcome of one attempt to send. */
export type Answer =
  | { readonly kind: 'done'; readonly saleId: number; readonly number: string }
  | { readonly kind: 'kept'; readonly reason: string }
  | { readonly kind: 'refused'; readonly refused: Refused }
  /** No answer, or "try again later": the server may or may not have the sale. */
  | { readonly kind: 'unreached' };

export type PaidSent = BodySent<typeof sales.recordPaid>;

export type QueuePorts = {
  readonly send: (body: PaidSent) => Promise<Answer>;
  /** Resolves once the sale is on disk. */
  readonly save: (sale: QueuedSale) => Promise<void>;
  readonly now: () => Date;
};

/** Refusals not about the sale itself: the user must sign in, or the server is busy. */
export const isForLater = (status: number): boolean =>
  status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;

/** A paid sale as a fact: the receipt, the cashier and the time on this device (decision 067). */
export function paidBody({ body, document, userId }: QueuedSale, now: Date): PaidSent {
  return {
    ...body,
    was_offline: true,
    sold_by: userId,
    sent_at: now.toISOString(),
    charged: document.lines.map(line => ({
      list_price: poundsFromPence(line.list_price),
      unit_price: poundsFromPence(line.unit_price),
      amount: poundsFromPence(line.amount),
      line_discount: poundsFromPence(line.line_discount),
      discount_reason: line.discount_reason,
      cart_discount: poundsFromPence(line.cart_discount),
      vat_code: line.vat_code,
      vat_percent: z.encode(percentage, line.vat_percent),
      net: poundsFromPence(line.net),
      vat: poundsFromPence(line.vat),
      gross: poundsFromPence(line.gross),
    })),
  };
}

/** Makes one attempt to send a sale and stores the result. Attempts never run out. */
export async function sendQueued(sale: QueuedSale, ports: QueuePorts): Promise<QueuedSale> {
  const sending: QueuedSale = { ...sale, status: 'sending', tries: sale.tries + 1 };
  await ports.save(sending);
  const answer = await ports.send(paidBody(sending, ports.now()));
  const next = after({ ...sending, triedAt: ports.now().getTime() }, answer);
  await ports.save(next);
  return next;
}

function after(sale: QueuedSale, answer: Answer): QueuedSale {
  if (answer.kind === 'done')
    return { ...sale, status: 'done', problem: null, number: answer.number, saleId: answer.saleId };
  if (answer.kind === 'kept') return { ...sale, status: 'kept', problem: answer.reason };
  const refused = answer.kind === 'refused' ? answer.refused : null;
  const problem = refused && (Object.values(refused.errors)[0]?.[0] ?? refused.message);
  return { ...sale, status: 'waiting', problem };
}

export const isUnsent = ({ status }: QueuedSale): boolean => status === 'sending' || status === 'waiting';

/** Whether the sale is certainly paid. A first attempt under way may still be refused. */
export const isAnnounced = (sale: QueuedSale): boolean =>
  sale.status === 'waiting' || (sale.status === 'sending' && sale.triedAt !== null);

const [minPauseMs, maxPauseMs] = [5_000, 300_000];

/** The wait after this many attempts: five seconds to five minutes (finding F98). */
export const pauseAfter = (tries: number): number =>
  Math.min(maxPauseMs, minPauseMs * 2 ** Math.min(tries - 1, 10));

/** When a sale is sent next, in milliseconds. A user who has just returned waits at most five seconds. */
export const dueAt = ({ tries, triedAt }: Pick<QueuedSale, 'tries' | 'triedAt'>, isEager: boolean): number =>
  triedAt === null || tries === 0 ? 0 : triedAt + (isEager ? minPauseMs : pauseAfter(tries));

/**
 * Sends all sales that are due, oldest first, whoever sold them (finding F97). Stops when the server cannot
 * be reached. A refused sale waits with its reason and the others continue. Returns whether the server was
 * reached.
 */
export async function replay(
  sales: readonly QueuedSale[],
  ports: QueuePorts,
  isEager = false,
): Promise<'all' | 'unreached'> {
  const now = ports.now().getTime();
  const waiting = sales
    .filter(sale => isUnsent(sale) && (dueAt(sale, isEager) <= now || isOfTheFuture(sale, now)))
    .sort((a, b) => a.document.sold_at.getTime() - b.document.sold_at.getTime());
  for (const sale of waiting) {
    const sent = await sendQueued(sale, ports);
    if (sent.status === 'waiting' && sent.problem === null) return 'unreached';
  }
  return 'all';
}

/** A clock that was set back must not delay a sale for days. */
const isOfTheFuture = ({ triedAt }: QueuedSale, now: number) =>
  triedAt !== null && triedAt > now + minPauseMs;
