import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { allocate, type LockedParty } from '../../kernel/parties';
import type { WriteContext } from '../../platform/http/context';

type Pair = {
  readonly debit_id: number;
  readonly credit_id: number;
  readonly owed: Pence;
  readonly free: Pence;
};

/**
 * Clears the open debts of sales with what is still free of their own credit notes (rule W9), after a payment was taken off an
 * invoice: nobody has paid for the goods that came back, so their credit cannot be spent. Debts and credits that moved with a
 * merge still belong to their documents (decision 098).
 */
export async function clearByOwnCreditNotes(
  ctx: WriteContext,
  party: LockedParty<'customer'>,
  businessDate: CalendarDate,
): Promise<void> {
  const { rows } = await sql<Pair>`
    with open as (
      select i.id, i.side, i.amount_pence - i.allocated_pence as part, o.document_type, o.document_id
      from party_items i join party_items o on o.id = coalesce(i.origin_item_id, i.id)
      where i.customer_id = ${party.id} and i.allocated_pence < i.amount_pence
    )
    select d.id as debit_id, c.id as credit_id, d.part as owed, c.part as free
    from open d join credit_notes n on n.sale_id = d.document_id
      join open c on c.side = 'credit' and c.document_type = 'credit_note' and c.document_id = n.id
    where d.side = 'debit' and d.document_type = 'sale' order by d.id, c.id`.execute(ctx.tx);
  const left = new Map<number, number>(
    rows.flatMap(({ debit_id, credit_id, owed, free }) => [
      [debit_id, owed],
      [credit_id, free],
    ]),
  );
  for (const { debit_id: debitItemId, credit_id: creditItemId } of rows) {
    const [owed, free] = [left.get(debitItemId) ?? 0, left.get(creditItemId) ?? 0];
    const amount = toPence(Math.min(owed, free));
    await allocate(ctx, { party, debitItemId, creditItemId, amount, businessDate });
    left.set(debitItemId, owed - amount);
    left.set(creditItemId, free - amount);
  }
}
