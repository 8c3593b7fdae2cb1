-- The sales summary by day: $1 the first day, $2 the last.
--
-- Why nothing is faster, short of keeping sums by day: each sale and tender of the period is read once. The sales
-- are read by date and kept aside with the figures that days, tenders and voids need, so that those three do not
-- read them again. Ids rise with the days, more or less, so the smallest and the largest id of the period bound a range
-- of the primary key of tenders, which leaves the other years alone. Days are added up once; the totals are
-- sums of days. A credit note counts on its own day; one of a sale voided the same day counts nowhere.
with sold as materialized (
  select s.id, s.business_date, s.gross_pence, s.vat_pence, s.net_pence, s.line_discount_pence + s.cart_discount_pence as discount_pence,
    s.on_account_pence, s.units, s.status = 'cancelled' and exists (select from credit_notes v
      where v.sale_id = s.id and v.kind <> 'refund' and v.business_date = s.business_date) as is_void
  from sales s where s.business_date between $1::date and $2::date and s.status <> 'undone'
), bounds as materialized (
  select min(id) as first_id, max(id) as last_id from sold
), noted as materialized (
  select n.id, n.business_date, n.gross_pence, n.vat_pence, n.net_pence, n.units,
    coalesce(s.business_date = n.business_date and s.status = 'cancelled' and exists (select from credit_notes v
      where v.sale_id = s.id and v.kind <> 'refund' and v.business_date = s.business_date), false) as is_void
  from credit_notes n left join sales s on s.id = n.sale_id
  where n.business_date between $1::date and $2::date and not exists (select from sales_history_posted undone
    where undone.document_type = 'credit_note' and undone.document_id = n.id and undone.undone_at is not null)
), parts (day, transactions, gross, vat, net, discounts, refunds_gross, refunds_vat, refunds_net, units) as (
  select business_date, count(*), sum(gross_pence), sum(vat_pence), sum(net_pence), sum(discount_pence), 0, 0, 0, sum(units)
  from sold where not is_void group by 1
  union all
  select business_date, 0, 0, 0, 0, 0, sum(gross_pence), sum(vat_pence), sum(net_pence), -sum(units) from noted where not is_void group by 1
), days as materialized (
  select day, sum(transactions) as transactions, sum(gross) as gross, sum(vat) as vat, sum(net) as net, sum(discounts) as discounts,
    sum(refunds_gross) as refunds_gross, sum(refunds_vat) as refunds_vat, sum(refunds_net) as refunds_net, sum(units) as units
  from parts group by day
), totals as materialized (
  select coalesce(sum(transactions), 0) as transactions, coalesce(sum(gross), 0) as gross, coalesce(sum(vat), 0) as vat,
    coalesce(sum(net), 0) as net, coalesce(sum(discounts), 0) as discounts, coalesce(sum(refunds_gross), 0) as refunds_gross,
    coalesce(sum(refunds_vat), 0) as refunds_vat, coalesce(sum(refunds_net), 0) as refunds_net, coalesce(sum(units), 0) as units
  from days
), tendered (method, taken, paid_back) as (
  select m.method, sum(m.applied_pence), 0
  from sale_tenders m join sold s on s.id = m.sale_id
  where m.sale_id between (select first_id from bounds) and (select last_id from bounds) group by 1
  union all
  select 'account', sum(on_account_pence), 0 from sold where on_account_pence > 0
  union all
  select r.method, 0, sum(r.amount_pence) from noted n join refund_tenders r on r.credit_note_id = n.id group by 1
  union all
  select 'account', 0, sum(n.gross_pence - coalesce((
    select sum(r.amount_pence) from refund_tenders r where r.credit_note_id = n.id), 0)) from noted n
), tenders as (
  select method, sum(taken) as taken, sum(paid_back) as paid_back from tendered group by method
  having sum(taken) <> 0 or sum(paid_back) <> 0
)
select json_build_object('from', $1::date, 'to', $2::date, 'compared', null, 'before', null, 'group', 'day',
  'totals', (select row_to_json(shown) from (
    select transactions, (gross * 0.01)::text as gross, (vat * 0.01)::text as vat, (net * 0.01)::text as net,
      (discounts * 0.01)::text as discounts, (refunds_gross * 0.01)::text as refunds_gross, (refunds_vat * 0.01)::text as refunds_vat,
      (refunds_net * 0.01)::text as refunds_net, ((gross - refunds_gross) * 0.01)::text as net_takings,
      ((net - refunds_net) * 0.01)::text as net_revenue,
      case when transactions > 0 then (round(gross / transactions) * 0.01)::text end as average, trim_scale(units)::text as units
    from totals) shown),
  'rows', (select coalesce(json_agg(shown), '[]') from (
    select day as key, to_char(day, 'FMDD Mon YYYY') as label, transactions, (gross * 0.01)::text as gross, (vat * 0.01)::text as vat,
      (net * 0.01)::text as net, (discounts * 0.01)::text as discounts, (refunds_gross * 0.01)::text as refunds_gross,
      (refunds_vat * 0.01)::text as refunds_vat, (refunds_net * 0.01)::text as refunds_net,
      ((gross - refunds_gross) * 0.01)::text as net_takings, ((net - refunds_net) * 0.01)::text as net_revenue,
      case when transactions > 0 then (round(gross / transactions) * 0.01)::text end as average, trim_scale(units)::text as units
    from days order by day) shown),
  'is_blind', false, 'tenders', (select coalesce(json_agg(shown), '[]') from (
    select method, (taken * 0.01)::text as taken, (paid_back * 0.01)::text as paid_back, ((taken - paid_back) * 0.01)::text as net
    from tenders order by array_position(
      array['cash', 'credit_card', 'bank_transfer', 'cheque', 'upi', 'other', 'wallet', 'account', 'exchange'], method)) shown),
  'voids', (select json_build_object('count', count(*), 'gross', (coalesce(sum(gross_pence), 0) * 0.01)::text) from sold where is_void)
)::text as reply
