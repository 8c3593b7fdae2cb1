import { type RawBuilder, sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../verifier/invariant';

/** Compares a control account with its subledgers (rule A4). */
const disagreeing = (party: 'Supplier' | 'Customer', account: string): RawBuilder<unknown> => {
  const kind = party.toLowerCase();
  const id = sql.ref(`${kind}_id`);
  return sql`
    select ${sql.lit(party)} || ' ' || b.party_id || ': ledger ' || ${pounds(sql`b.balance_pence`)} || ', items '
        || ${pounds(sql`coalesce(i.total, 0)`)} || ', account ' || ${sql.lit(account)} || ' ' || ${pounds(sql`coalesce(l.total, 0)`)} as what,
      '/wallet/' || ${sql.lit(kind)} || '/' || b.party_id as link
    from (select ${id} as party_id, balance_pence from party_balances where ${id} is not null
      union all select distinct ${id}, 0 from journal_lines l
        where ${id} is not null and not exists (select from party_balances b where b.${id} = l.${id})) b
    left join (select ${id} as party_id, sum(case side when 'debit' then amount_pence else -amount_pence end) as total
      from party_items where ${id} is not null group by 1) i using (party_id)
    left join (select ${id} as party_id, sum(debit_pence - credit_pence) as total
      from journal_lines where ${id} is not null group by 1) l using (party_id)
    where b.balance_pence <> coalesce(i.total, 0) or b.balance_pence <> coalesce(l.total, 0)`;
};

export const partyInvariants: readonly Invariant[] = [
  invariant(
    'A4',
    'Trade debtors and creditors match the customer and supplier ledgers',
    'for each customer and supplier: account 1100 or 2100 against the stored balance and against the ledger items',
    {
      counted: sql`select count(*) from party_balances`,
      broken: sql`${disagreeing('Supplier', '2100')} union all ${disagreeing('Customer', '1100')}`,
    },
  ),
  invariant(
    'A5',
    'Allocations match on both sides',
    'the allocated part of each item against the sum of its allocations and against its amount',
    {
      counted: sql`select count(*) from party_items`,
      broken: sql`
        select coalesce(i.document_number, 'Item ' || i.id) || ': ' || ${pounds(sql`i.allocated_pence`)} || ' allocated by the item, '
            || ${pounds(sql`coalesce(a.total, 0)`)} || ' by its allocations, out of ' || ${pounds(sql`i.amount_pence`)} as what,
          coalesce('/wallet/supplier/' || i.supplier_id, '/wallet/customer/' || i.customer_id) as link
        from party_items i
        left join (
          select item_id, sum(amount_pence) as total from (
            select debit_item_id as item_id, amount_pence from allocations
            union all select credit_item_id, amount_pence from allocations) both_sides group by item_id
        ) a on a.item_id = i.id
        where i.allocated_pence <> coalesce(a.total, 0) or i.allocated_pence > i.amount_pence or i.allocated_pence < 0`,
    },
  ),
  invariant(
    'W2',
    'Reversed write-offs match their write-offs',
    'the reversals of each write-off against its amount, their invoices, and the part that still settles an item',
    {
      counted: sql`select count(*) from wallet_adjustments where kind = 'write_off'`,
      broken: sql`
        select w.number || ': ' || ${pounds(sql`w.amount_pence`)} || ' written off, ' || ${pounds(sql`r.reversed`)} || ' reversed, '
            || ${pounds(sql`r.items`)} || ' reversed on the ledger' as what, '/wallet/customer/' || w.customer_id as link
        from wallet_adjustments w cross join lateral (
          select coalesce(sum(r.amount_pence), 0)::bigint as reversed,
            coalesce(sum((select sum(i.amount_pence) from party_items i
              where i.document_type = 'wallet_adjustment' and i.document_id = r.id and i.kind = 'reversal')), 0)::bigint as items,
            bool_or(r.amount_pence < (select coalesce(sum(l.amount_pence), 0) from write_off_reversal_lines l
              where l.adjustment_id = r.id)) as is_too_little
          from wallet_adjustments r where r.reverses_id = w.id) r
        where w.kind = 'write_off' and (r.reversed > w.amount_pence or r.reversed <> r.items or r.is_too_little)`,
    },
  ),
];
