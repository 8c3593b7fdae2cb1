import type { Pence } from '#domain/kernel/money';
import { createStore } from '../../../platform/store';
import { isUnsent, paidBody, type QueuedSale } from '../engine/queue';
import { sealTo } from '../engine/seal-sale';
import type { Write } from './database';
import { sealingKeyHere } from './device-terms';
import { sellingProofHere } from './selling-proof';

/**
 * A paid sale until the server has it, beside its record in the queue. It outlives signing out, revocation and the key
 * of this device: only the server can open it (finding F46).
 */
export type UnsentSale = {
  readonly clientId: string;
  readonly sessionId: number | null;
  readonly gross: Pence;
  /** In milliseconds by this device's clock. */
  readonly soldAt: number;
  readonly receiptNumber: string | null;
  readonly isAnnounced: boolean;
  readonly tries: number;
  readonly triedAt: number | null;
  readonly problem: string | null;
  readonly sealed: string | null;
  /** The sale itself, as long as it cannot be sealed: over plain http, and before the first check-in. */
  readonly clear: QueuedSale | null;
};

/** The sealed sales that this device can no longer read. */
export const sealedSales = createStore<readonly UnsentSale[]>([]);

/** The same sale is sealed once. After a refusal the basket may have changed, and the next attempt is another sale. */
const sealedBefore = new Map<
  string,
  { readonly key: string; readonly contents: string; readonly sealed: string }
>();

async function sealedOf(sale: QueuedSale): Promise<string | null> {
  const key = sealingKeyHere();
  if (key === null) return null;
  // The clock is compared when the sale is sent.
  const { sent_at: _, ...body } = paidBody(sale, sale.document.sold_at);
  const contents = JSON.stringify(body);
  const before = sealedBefore.get(sale.clientId);
  if (before?.key === key && before.contents === contents) return before.sealed;
  const proof = sellingProofHere();
  const sealing = proof === null ? contents : JSON.stringify({ ...body, proof });
  const sealed = await sealTo(key, sealing, `sale ${sale.clientId}`);
  sealedBefore.set(sale.clientId, { key, contents, sealed });
  return sealed;
}

const labelOf = (sale: QueuedSale) => ({
  clientId: sale.clientId,
  sessionId: sale.body.session_id ?? null,
  gross: sale.document.gross,
  soldAt: sale.document.sold_at.getTime(),
  receiptNumber: sale.body.receipt_number ?? null,
  isAnnounced: sale.status !== 'sending' || sale.triedAt !== null,
  tries: sale.tries,
  triedAt: sale.triedAt ?? null,
  problem: null,
});

export const unsentInClear = (sale: QueuedSale): UnsentSale => ({
  ...labelOf(sale),
  sealed: null,
  clear: sale,
});

/** The entry of a sale in `unsent`; it is deleted once the server has the sale. */
export async function unsentEntry(sale: QueuedSale): Promise<Write> {
  const entry = { store: 'unsent', key: sale.clientId } as const;
  if (!isUnsent(sale)) {
    sealedBefore.delete(sale.clientId);
    return { ...entry, value: undefined };
  }
  const sealed = await sealedOf(sale);
  const value: UnsentSale = sealed === null ? unsentInClear(sale) : { ...labelOf(sale), sealed, clear: null };
  return { ...entry, value };
}
