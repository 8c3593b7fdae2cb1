import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../../kernel/verifier';

export const purchaseOrderInvariants: readonly Invariant[] = [
  invariant(
    'A6',
    'Orders agree with their lines and payments',
    'the stored total, counts and sums of each order against its lines, received against ordered quantities, the status against both, and payments against their allocations',
    {
      counted: sql`select count(*) from purchase_orders`,
      broken: sql`
        select po.po_number || ': total ' || ${pounds(sql`po.total_pence`)} || ', lines ' || ${pounds(sql`l.gross`)} as what, '/purchases/' || po.id as link
        from purchase_orders po join (
          select o.id, coalesce(sum(l.gross_pence), 0)::bigint as gross
          from purchase_orders o left join purchase_order_lines l on l.purchase_order_id = o.id group by 1) l on l.id = po.id
        where po.total_pence <> l.gross
        union all
        select po.po_number || ' is ' || po.status || ', but has no lines. Cancel it', '/purchases/' || po.id
        from purchase_orders po where po.status in ('sent', 'received', 'completed') and po.line_count = 0
        union all
        select po.po_number || ' stores the counts ' || concat_ws(', ', po.line_count, po.outstanding_line_count,
            po.part_received_line_count, po.unbilled_line_count, ${pounds(sql`po.outstanding_pence`)})
          || ', but its lines give ' || concat_ws(', ', l.lines, l.outstanding, l.part_received, l.unbilled,
            ${pounds(sql`l.to_come`)}), '/purchases/' || po.id
        from purchase_orders po join (
          select o.id, count(l.id) as lines, count(*) filter (where not is_closed and received < quantity) as outstanding,
            count(*) filter (where not is_closed and received > 0 and received < quantity) as part_received,
            count(*) filter (where received > billed) as unbilled,
            coalesce(sum(round(gross_pence * (quantity - received) / quantity)) filter (where not is_closed and received < quantity), 0) as to_come
          from purchase_orders o left join purchase_order_lines l on l.purchase_order_id = o.id group by 1) l on l.id = po.id
        where (po.line_count, po.outstanding_line_count, po.part_received_line_count, po.unbilled_line_count,
            po.outstanding_pence)
          <> (l.lines, l.outstanding, l.part_received, l.unbilled, l.to_come)
        union all
        select po.po_number || ': bills of ' || ${pounds(sql`coalesce(b.gross, 0)`)} || ', stored as ' || ${pounds(sql`po.billed_pence`)},
          '/purchases/' || po.id
        from purchase_orders po left join (
          select b.purchase_order_id, sum(i.amount_pence)::bigint as gross
          from supplier_bills b join party_items i on i.document_type = 'supplier_bill' and i.document_id = b.id and i.kind = 'bill'
          where b.kind = 'goods' and not exists (select from journals j join journals r on r.reverses_id = j.id
            where j.document_type = 'supplier_bill' and j.document_id = b.id)
          group by 1) b on b.purchase_order_id = po.id
        where po.billed_pence <> coalesce(b.gross, 0)
        union all
        select po.po_number || ': ' || ${pounds(sql`po.owed_pence`)} || ' owed, but billed and unbilled goods make it '
          || ${pounds(sql`(po.billed_pence + coalesce(l.unbilled, 0))`)}, '/purchases/' || po.id
        from purchase_orders po left join (
          select purchase_order_id, sum(case when billed <= 0 then gross_pence when billed >= effective then 0
              else round(gross_pence - gross_pence * billed / effective) end)::bigint as unbilled
          from (select *, case when is_closed then received else greatest(received, quantity) end as effective
            from purchase_order_lines) lines group by 1) l on l.purchase_order_id = po.id
        where po.owed_pence <> po.billed_pence + coalesce(l.unbilled, 0)
        union all
        select po.po_number || ': ' || ${pounds(sql`po.credited_pence`)} || ' credited, but its returns, its credit notes and credit '
          || 'allocated to it make it ' || ${pounds(sql`c.pence`)}, '/purchases/' || po.id
        from purchase_orders po cross join lateral (
          select (coalesce((select sum(r.gross_pence) from supplier_returns r where r.purchase_order_id = po.id), 0)
            + coalesce((select sum(n.amount_pence) from supplier_bills b join supplier_credit_bills n on n.supplier_bill_id = b.id
                join supplier_credits s on s.id = n.supplier_credit_id and s.reversed_at is null
              where b.purchase_order_id = po.id and b.kind = 'goods'), 0)
            + coalesce((select sum(g.amount_pence) from order_credits g where g.purchase_order_id = po.id), 0))::bigint as pence) c
        where po.credited_pence <> c.pence
        union all
        select coalesce(i.document_number, i.kind) || ' settles ' || ${pounds(sql`settled.pence`)} || ' of the bills of ' || po.po_number
          || ', but only ' || ${pounds(sql`own.pence + g.amount_pence`)} || ' of it is for that order', '/purchases/' || po.id
        from order_credits g join party_items i on i.id = g.party_item_id join purchase_orders po on po.id = g.purchase_order_id
          cross join lateral (
            select coalesce(sum(a.amount_pence), 0)::bigint as pence
            from allocations a join party_items c on c.id = a.credit_item_id and c.document_type = 'supplier_bill'
              join supplier_bills b on b.id = c.document_id and b.kind = 'goods'
            where a.debit_item_id = i.id and b.purchase_order_id = g.purchase_order_id) settled
          cross join lateral (
            select (coalesce((select sum(r.gross_pence) from supplier_returns r
                where i.document_type = 'supplier_return' and r.id = i.document_id and r.purchase_order_id = g.purchase_order_id), 0)
              + coalesce((select sum(n.amount_pence) from supplier_credit_bills n join supplier_bills b on b.id = n.supplier_bill_id
                where i.document_type = 'supplier_credit' and n.supplier_credit_id = i.document_id and b.kind = 'goods'
                  and b.purchase_order_id = g.purchase_order_id), 0))::bigint as pence) own
        where settled.pence > own.pence + g.amount_pence
        union all
        select po.po_number || ': ' || ${pounds(sql`greatest(0, o.outstanding)`)} || ' outstanding, but ' || ${pounds(sql`l.open`)}
          || ' of its bills is open, with only ' || ${pounds(sql`l.free`)} || ' of credit to settle it', '/purchases/' || po.id
        from purchase_orders po
          cross join lateral (select po.owed_pence - po.credited_pence - coalesce((
            select sum(case p.direction when 'out' then a.amount_pence else -a.amount_pence end)
            from payment_allocations a join payments p on p.id = a.payment_id and p.status = 'completed'
            where a.purchase_order_id = po.id), 0) as outstanding) o
          cross join lateral (select coalesce(sum(i.amount_pence - i.allocated_pence), 0)::bigint as open,
              (select coalesce(sum(free.amount_pence - free.allocated_pence), 0)::bigint from party_items free
                where free.supplier_id = po.supplier_id and free.side = 'debit') as free
            from supplier_bills b join party_items i on i.document_type = 'supplier_bill' and i.document_id = b.id and i.kind = 'bill'
            where b.purchase_order_id = po.id and b.kind = 'goods') l
        where po.status in ('sent', 'received', 'completed') and l.open > greatest(0, o.outstanding) + l.free
        union all
        select po.po_number || ' is ' || po.status || ', but its lines make it ' || l.status, '/purchases/' || po.id
        from purchase_orders po join (
          select purchase_order_id, case when bool_and(is_closed or received >= quantity) then 'completed'
            when bool_or(received > 0) then 'received' else 'sent' end as status
          from purchase_order_lines group by 1) l on l.purchase_order_id = po.id
        where po.status in ('sent', 'received', 'completed') and po.status <> l.status
        union all
        select po.po_number || ', line ' || l.line_number || ': ' || l.received || ' received of ' || l.quantity
          || ', according to its goods received notes ' || coalesce(g.quantity, 0), '/purchases/' || po.id
        from purchase_order_lines l join purchase_orders po on po.id = l.purchase_order_id
        left join (select r.purchase_order_line_id, sum(r.quantity) - coalesce(sum(back.quantity), 0) as quantity
          from goods_received_lines r left join (select goods_received_line_id, sum(quantity - billed_quantity) as quantity
            from supplier_return_lines group by 1) back on back.goods_received_line_id = r.id
          group by 1) g on g.purchase_order_line_id = l.id
        where l.received <> coalesce(g.quantity, 0) or l.received > l.quantity + l.tolerated
        union all
        select coalesce(p.number, 'Payment ' || p.id) || ': ' || ${pounds(sql`sum(a.amount_pence)`)} || ' allocated to orders, out of '
          || ${pounds(sql`p.amount_pence`)}, '/suppliers/' || p.supplier_id
        from payments p join payment_allocations a on a.payment_id = p.id group by p.id having sum(a.amount_pence) > p.amount_pence`,
    },
  ),
  invariant(
    'A10',
    'Goods received and not billed agree with their account',
    'the unbilled value of all receipts into stock against the balance of account 2110',
    {
      counted: sql`select count(*) from goods_received_lines where is_stock`,
      broken: sql`
        select 'The balance of account 2110 is ' || ${pounds(sql`posted`)} || ', but unbilled receipts total ' || ${pounds(sql`unbilled`)} as what,
          '/purchases/purchased?state=received_not_billed' as link
        from (select coalesce((select sum(credit_pence - debit_pence) from journal_lines l join journals j on j.id = l.journal_id
              where account_code = '2110' and j.kind <> 'opening'), 0) as posted,
            coalesce((select sum(unbilled_pence + unbilled_vat_in_cost_pence) from goods_received_lines where is_stock), 0) as unbilled) as both_sides
        where posted <> unbilled`,
    },
  ),
];

/** The document numbers of purchasing, for A12. */
export const purchasingNumbers = [
  { series: 'GRN', table: 'goods_received_notes', column: 'number' },
  { series: 'BILL', table: 'supplier_bills', column: 'number' },
  { series: 'RET', table: 'supplier_returns', column: 'number' },
  { series: 'SCN', table: 'supplier_credit_numbers', column: 'credit_number' },
  { series: 'PAY', table: 'payments', column: 'number' },
] as const;
