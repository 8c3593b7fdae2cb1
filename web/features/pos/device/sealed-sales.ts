import { sales } from '#domain/sales/sale.contract';
import { request } from '../../../platform/api';
import { ApiError } from '../../../platform/api-error';
import { dueAt, isForLater } from '../engine/queue';
import { noteConnection } from './connection';
import { device } from './database';
import { sealedSales, type UnsentSale } from './unsent';

const patience = 8_000;

/** Sends the sales that only the server can open, oldest first. Stops when it cannot be reached. */
export async function sendSealed(isEager: boolean): Promise<void> {
  const now = Date.now();
  const due = sealedSales
    .get()
    .filter(sale => dueAt(sale, isEager) <= now)
    .toSorted((one, other) => one.soldAt - other.soldAt);
  for (const sale of due) if ((await sendOne(sale)) === 'unreached') return;
}

async function sendOne(sale: UnsentSale): Promise<'answered' | 'unreached'> {
  try {
    await request(sales.recordSealed, {
      body: { client_id: sale.clientId, sealed: sale.sealed ?? '', sent_at: new Date().toISOString() },
      shownInPlace: true,
      isUnattended: true,
      isBackground: true,
      signal: AbortSignal.timeout(patience),
    });
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    noteConnection(status !== 0);
    const isUnreached = !(error instanceof ApiError) || isForLater(status);
    await change(sale, {
      ...sale,
      tries: sale.tries + 1,
      triedAt: Date.now(),
      problem: isUnreached ? null : (Object.values(error.errors)[0]?.[0] ?? error.message),
    });
    return isUnreached ? 'unreached' : 'answered';
  }
  noteConnection(true);
  await change(sale, null);
  return 'answered';
}

/** Stores what became of a sale; null removes it, because the server has it. */
async function change(sale: UnsentSale, next: UnsentSale | null): Promise<void> {
  await device.write({ store: 'unsent', key: sale.clientId, value: next ?? undefined });
  const others = sealedSales.get().filter(({ clientId }) => clientId !== sale.clientId);
  sealedSales.set(next ? [...others, next] : others);
}
