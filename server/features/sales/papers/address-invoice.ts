import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { canAddressInvoice } from '#domain/sales/invoice-kind';
import type { sales } from '#domain/sales/sale.contract';
import { recordAudit } from '../../../kernel/audit';
import type { WriteContext } from '../../../platform/http/context';
import { ensure, ensureFound } from '../../../platform/http/refusal';
import { getSale } from '../get-sale';

/**
 * Sets the name and address on a sale's invoice: the same sale and number, as a full VAT invoice (rule V20).
 * The sale stays as posted. The same entry twice is stored once, and a corrected one replaces it on the
 * document.
 */
export async function addressInvoice(
  ctx: WriteContext,
  id: number,
  { name, address }: BodyOf<typeof sales.addressInvoice>,
): Promise<{ id: number }> {
  const { rows } = await sql<{ id: number }>`select id from sales where id = ${id} for update`.execute(
    ctx.tx,
  );
  ensureFound(rows[0], 'Sale');
  const sale = await getSale(ctx.tx, id, ctx);
  ensure(canAddressInvoice(sale));
  const before = sale.invoice_to;
  if (before?.name !== name || before.address !== address)
    await sql`
      insert into sale_invoice_addresses (sale_id, name, address, recorded_by, recorded_at)
      values (${id}, ${name}, ${address}, ${ctx.actor.id}, ${ctx.now})`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'edited',
    recordType: 'sale',
    recordId: id,
    recordName: sale.number,
    // The name and address are stored with the sale, where a corrected one can be erased.
    after: { made_out: before ? 'to another name or address' : 'to a name and address' },
  });
  return { id };
}
