import type { SaleDetail } from '#domain/sales/sale.contract';
import type { Basket } from './basket';
import type { SaleSent } from './sale-body';

/**
 * What became of something that is sent to the server. `waiting` and `sending` will be sent (again); `refused` is
 * looked at by a person; `done` stays for a while, so that its receipt can be printed again.
 */
export type QueueStatus = 'sending' | 'waiting' | 'refused' | 'done';

export type Refused = {
  readonly status: number;
  readonly message: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** What the server said besides: the approvals that are needed, or the total as it reckons it. */
  readonly current: unknown;
};

/** A sale that has been paid. It is on the device's disk before the receipt is shown, until the server has it. */
export type QueuedSale = {
  readonly clientId: string;
  readonly userId: number;
  readonly userName: string;
  /** Exactly as it is sent, each time alike. */
  readonly body: SaleSent;
  /** The till's own until the server has answered with its own. */
  readonly document: SaleDetail;
  /** As it stood: what the server refuses can be put back and changed. */
  readonly basket: Basket;
  readonly status: QueueStatus;
  readonly tries: number;
  readonly problem: Refused | null;
  /** The server's number and id, once it has them. */
  readonly number: string | null;
  readonly saleId: number | null;
};

const daysKept = 3;
const doneKept = 50;

/** Sales that the server has had for days, or many sales ago: a till sells all day and is never closed. */
export function doneLongAgo(sales: readonly QueuedSale[], now: Date): readonly QueuedSale[] {
  const oldest = now.getTime() - daysKept * 86_400_000;
  return sales
    .filter(({ status }) => status === 'done')
    .toSorted((one, other) => other.document.sold_at.getTime() - one.document.sold_at.getTime())
    .filter(({ document }, nth) => nth >= doneKept || document.sold_at.getTime() < oldest);
}

/** How one attempt to send went. */
export type Answer =
  | { readonly kind: 'done'; readonly saleId: number; readonly number: string }
  | { readonly kind: 'refused'; readonly refused: Refused }
  /** No answer, or one that says "later": whether the server has it nobody knows. */
  | { readonly kind: 'unreached' };

export type QueuePorts = {
  readonly send: (body: SaleSent) => Promise<Answer>;
  /** Resolves once it is on the disk. */
  readonly save: (sale: QueuedSale) => Promise<void>;
};

/** Refusals that say nothing of the sale itself: the person has to sign in, or the server is busy. */
export const isForLater = (status: number): boolean =>
  status === 0 || status === 401 || status === 408 || status === 429 || status >= 500;

/**
 * Sends one sale and keeps what became of it. A sale that was sent while there seemed to be a network and is refused
 * afterwards (its till has been closed meanwhile) is offered once more as one made without: nothing of it is on the
 * server, or the server would have answered with it.
 */
export async function sendQueued(sale: QueuedSale, ports: QueuePorts): Promise<QueuedSale> {
  const sending: QueuedSale = { ...sale, status: 'sending', tries: sale.tries + 1, problem: null };
  await ports.save(sending);
  let body = sending.body;
  let answer = await ports.send(body);
  if (answer.kind === 'refused' && sale.tries > 0 && !body.was_offline) {
    body = { ...body, was_offline: true };
    const second = await ports.send(body);
    if (second.kind !== 'refused') answer = second;
    else body = sending.body;
  }
  const next = after({ ...sending, body }, answer);
  await ports.save(next);
  return next;
}

function after(sale: QueuedSale, answer: Answer): QueuedSale {
  if (answer.kind === 'done')
    return { ...sale, status: 'done', number: answer.number, saleId: answer.saleId };
  if (answer.kind === 'refused') return { ...sale, status: 'refused', problem: answer.refused };
  return { ...sale, status: 'waiting' };
}

export const isUnsent = ({ status }: QueuedSale): boolean => status === 'sending' || status === 'waiting';

/**
 * Sends all that waits of one person, the oldest first. It stops when the server cannot be reached; what is refused is
 * kept with its reason, and the others go on. Answers whether the server was reached.
 */
export async function replay(
  sales: readonly QueuedSale[],
  userId: number,
  ports: QueuePorts,
): Promise<'all' | 'unreached'> {
  const waiting = sales
    .filter(sale => isUnsent(sale) && sale.userId === userId)
    .sort((a, b) => a.document.sold_at.getTime() - b.document.sold_at.getTime());
  for (const sale of waiting) {
    const sent = await sendQueued(sale, ports);
    if (sent.status === 'waiting') return 'unreached';
  }
  return 'all';
}
