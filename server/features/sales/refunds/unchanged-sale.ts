import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import type { Pence } from '#domain/kernel/money';
import type { sales } from '#domain/sales/sale.contract';
import type { WriteContext } from '../../../platform/http/context';
import { conflict } from '../../../platform/http/refusal';
import { outstandingOf } from '../payment-state';
import type { StoredSale } from '../stored-sale';

type Started = Pick<BodyOf<typeof sales.replace>, 'version' | 'outstanding'>;

/**
 * Refuses an edit that was begun before a refund or a payment of the sale: it would sell the refunded goods again, or
 * owe again what has been paid. The sale and its ledger are locked.
 */
export async function ensureUnchanged(
  ctx: WriteContext,
  { id, number }: StoredSale,
  { version, outstanding }: Started,
): Promise<void> {
  if (version === undefined && outstanding === undefined) return;
  const { rows } = await sql<{ version: number; outstanding: Pence }>`
    select s.version, ${outstandingOf} as outstanding
    from sales s left join party_items i on i.document_type = 'sale' and i.document_id = s.id and i.kind = 'invoice'
    where s.id = ${id}`.execute(ctx.tx);
  const [now] = rows;
  const isSame =
    now?.version === (version ?? now?.version) && now?.outstanding === (outstanding ?? now?.outstanding);
  if (!isSame) throw conflict(`${number} was refunded or paid meanwhile. Load it again.`);
}
