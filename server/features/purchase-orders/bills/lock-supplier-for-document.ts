import type { Tx } from '../../../platform/database/open-database';
import { ensureFound } from '../../../platform/http/refusal';

/** Loads and locks the supplier while the document is posted. */
export async function lockSupplierForDocument(tx: Tx, id: number) {
  return ensureFound(
    await tx
      .selectFrom('suppliers')
      .select(['id', 'name', 'payment_terms_days'])
      .where('id', '=', id)
      .forShare()
      .executeTakeFirst(),
    'Supplier',
  );
}
