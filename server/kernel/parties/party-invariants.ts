import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../verifier/invariant';

export const partyInvariants: readonly Invariant[] = [
  invariant(
    'A4',
    'Trade creditors agree with the suppliers’ ledgers',
    'for each supplier: account 2100 with the balance kept, and with the items of the ledger',
    {
      counted: sql`select count(*) from party_balances`,
      broken: sql`
        select 'Supplier ' || b.supplier_id || ': ledger ' || ${pounds(sql`b.balance_pence`)} || ', items '
            || ${pounds(sql`coalesce(i.total, 0)`)} || ', account 2100 ' || ${pounds(sql`coalesce(l.total, 0)`)} as what,
          '/wallet/supplier/' || b.supplier_id as link
        from (select supplier_id, balance_pence from party_balances
          union all select distinct supplier_id, 0 from journal_lines l
            where supplier_id is not null and not exists (select from party_balances b where b.supplier_id = l.supplier_id)) b
        left join (select supplier_id, sum(case side when 'debit' then amount_pence else -amount_pence end) as total
          from party_items group by supplier_id) i using (supplier_id)
        left join (select supplier_id, sum(debit_pence - credit_pence) as total
          from journal_lines where supplier_id is not null group by supplier_id) l using (supplier_id)
        where b.balance_pence <> coalesce(i.total, 0) or b.balance_pence <> coalesce(l.total, 0)`,
    },
  ),
  invariant(
    'A5',
    'What is matched on a party’s ledger is matched on both sides',
    'the matched part of each item with the sum of its allocations, and with its amount',
    {
      counted: sql`select count(*) from party_items`,
      broken: sql`
        select coalesce(i.document_number, 'Item ' || i.id) || ': ' || ${pounds(sql`i.allocated_pence`)} || ' kept as matched, '
            || ${pounds(sql`coalesce(a.total, 0)`)} || ' allocated, of ' || ${pounds(sql`i.amount_pence`)} as what,
          '/wallet/supplier/' || i.supplier_id as link
        from party_items i
        left join (
          select item_id, sum(amount_pence) as total from (
            select debit_item_id as item_id, amount_pence from allocations
            union all select credit_item_id, amount_pence from allocations) both_sides group by item_id
        ) a on a.item_id = i.id
        where i.allocated_pence <> coalesce(a.total, 0) or i.allocated_pence > i.amount_pence or i.allocated_pence < 0`,
    },
  ),
];
