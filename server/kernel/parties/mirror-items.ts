import { sql } from 'kysely';
import type { WriteContext } from '../../platform/http/context';
import type { LockedParty } from './lock-parties';

type Mirrored = {
  readonly id: number;
  readonly of: number;
  readonly side: string;
  readonly pence: number;
  readonly day: string;
  readonly supplier_id: number | null;
  readonly customer_id: number | null;
};

/**
 * Removes the items of journals from the ledgers of their parties: their allocations are removed, and each
 * is allocated to its own reversal on its own day (rules W2, W4). `parties` are all that the journals are
 * about. The caller has reversed the journals.
 */
export async function mirrorItems(
  { tx, actor, now }: WriteContext,
  journals: readonly { readonly id: number; readonly of: number }[],
  parties: readonly LockedParty[],
  description: string,
): Promise<void> {
  const originals = journals.map(({ of }) => of);
  const items = sql`select id from party_items where journal_id = any(${originals}::bigint[])`;
  await sql`
    insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
    select debit_item_id, credit_item_id, -sum(amount_pence), max(business_date), ${actor.id}, ${now}
    from (select * from allocations where debit_item_id in (${items})
      union select * from allocations where credit_item_id in (${items})) matched
    group by debit_item_id, credit_item_id having sum(amount_pence) <> 0 order by max(id) desc`.execute(tx);
  const { rows } = await sql<Mirrored>`
    with mirrored as (
      select i.*, m.id as mirror_journal, nextval(pg_get_serial_sequence('party_items', 'id')) as mirror_id
      from jsonb_to_recordset(${JSON.stringify(journals)}::jsonb) as m (id bigint, of bigint)
      join party_items i on i.journal_id = m.of order by i.id desc
    ), added as (
      insert into party_items (id, supplier_id, customer_id, side, kind, description, document_type, document_id, document_number,
        business_date, amount_pence, journal_id, posted_at) overriding system value
      select mirror_id, supplier_id, customer_id, case side when 'debit' then 'credit' else 'debit' end, 'reversal', ${description},
        document_type, document_id, document_number, business_date, amount_pence, mirror_journal, ${now}
      from mirrored
    )
    select mirror_id as id, id as of, side, amount_pence as pence, business_date as day, supplier_id, customer_id
    from mirrored`.execute(tx);
  ensureLocked(rows, parties);
  await sql`
    insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
    select case side when 'debit' then of else id end, case side when 'debit' then id else of end, pence, day, ${actor.id}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item (id bigint, of bigint, side text, pence bigint, day date)`.execute(
    tx,
  );
}

/** An item of any other party is a programming error: its ledger could change meanwhile. */
function ensureLocked(items: readonly Mirrored[], parties: readonly LockedParty[]): void {
  const idsOf = (kind: LockedParty['kind']) =>
    new Set<number>(parties.filter(party => party.kind === kind).map(({ id }) => id));
  const [suppliers, customers] = [idsOf('supplier'), idsOf('customer')];
  const other = items.find(({ supplier_id, customer_id }) =>
    supplier_id === null ? customer_id === null || !customers.has(customer_id) : !suppliers.has(supplier_id),
  );
  if (other) throw new Error(`The ledger of item ${other.of} is not locked.`);
}
