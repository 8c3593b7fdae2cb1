import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../../kernel/verifier';

/**
 * Each entry since the registration belongs to the first return whose last day is not before its tax point
 * and whose newest entry is not before it: the later of two positions, one by day and one by id.
 */
const taken = sql`
  select greatest(by_day, by_id) as place, count(*) as entries, bool_or(is_late <> (by_id > by_day)) as is_marked_wrong,
    coalesce(sum(vat_pence) filter (where direction = 'output'), 0) as output_vat,
    coalesce(sum(vat_pence) filter (where direction = 'input'), 0) as input_vat,
    coalesce(sum(net_pence) filter (where direction = 'output' and vat_code <> 'O'), 0) as output_net,
    coalesce(sum(net_pence) filter (where direction = 'input' and vat_code <> 'O'), 0) as input_net
  from (
    select e.*, width_bucket(e.tax_point, b.days) as by_day, width_bucket(e.id, b.ids) as by_id
    from vat_entries_to_return e cross join (
      select array_agg(coalesce(takes_to, period_to) + 1 order by period_to) as days,
        array_agg(last_entry_id + 1 order by period_to) as ids, min(takes_from) as takes_from from vat_returns
    ) b where b.days is not null and (b.takes_from is null or e.tax_point >= b.takes_from)
  ) placed group by 1`;

/**
 * VAT from before the first day that no return here took, as of the last filing or journal that moved it. An earlier version
 * moved none, so there is nothing to compare before the first of these journals (decision 189).
 */
const movedWrong = sql`
  select 'VAT from before ' || p.first_day || ': ' || ${pounds(sql`e.output_vat`)} || ' and ' || ${pounds(sql`e.input_vat`)}
      || ' recorded, but ' || ${pounds(sql`m.output_vat`)} || ' and ' || ${pounds(sql`m.input_vat`)} || ' moved to account 2205', '/books'
  from vat_periods p cross join lateral (
    select coalesce(sum(vat_pence) filter (where direction = 'output'), 0) as output_vat,
      coalesce(sum(vat_pence) filter (where direction = 'input'), 0) as input_vat
    from vat_entries b where b.tax_point < p.first_day and b.tax_point < (select min(takes_from) from vat_returns)
      and (b.id <= (select max(last_entry_id) from vat_returns)
        or b.journal_id < (select max(journal_id) from vat_cut_over_journals where import_id is null))
      and not exists (select from vat_returned_elsewhere r where r.entry_id = b.id)
  ) e cross join (
    select count(*) as journals, coalesce(sum(debit_pence - credit_pence) filter (where account_code = '2200'), 0) as output_vat,
      coalesce(sum(credit_pence - debit_pence) filter (where account_code = '2201'), 0) as input_vat
    from vat_cut_over_journals join journal_lines using (journal_id) where import_id is null
  ) m
  where m.journals > 0 and exists (select from vat_returns) and (e.output_vat, e.input_vat) <> (m.output_vat, m.input_vat)`;

// A return without a journal is compared by time, less the longest request that may have been under way.
export const vatReturnInvariants: readonly Invariant[] = [
  invariant(
    'V25',
    'Filed VAT returns match their entries',
    'the boxes of each filed return against its VAT entries and against the journal that cleared them; each return begins the day after the last, or with a later registration, and nothing is posted to its days afterwards; VAT from before the first return against the journals that moved it to account 2205',
    {
      counted: sql`select count(*) from vat_returns`,
      broken: sql`
        with returns as (
          select r.*, row_number() over (order by period_to) - 1 as place, lag(period_to) over (order by period_to) as before from vat_returns r
        ), calculated as (
          select r.*, coalesce(t.entries, 0) as entries, coalesce(t.output_vat, 0) as output_vat, coalesce(t.input_vat, 0) as input_vat,
            coalesce(trunc(t.output_net / 100) * 100, 0) as output_net, coalesce(trunc(t.input_net / 100) * 100, 0) as input_net,
            coalesce(t.is_marked_wrong, false) as is_marked_wrong
          from returns r left join (${taken}) t on t.place = r.place
        )
        select 'VAT return to ' || period_to || ': boxes 1, 4, 6 and 7 were filed as ' || ${pounds(sql`box_1_pence`)} || ', '
            || ${pounds(sql`box_4_pence`)} || ', ' || ${pounds(sql`box_6_pence`)} || ', ' || ${pounds(sql`box_7_pence`)} || ' of ' || entry_count
            || ' entries; its entries total ' || ${pounds(sql`output_vat`)} || ', ' || ${pounds(sql`input_vat`)} || ', '
            || ${pounds(sql`output_net`)} || ', ' || ${pounds(sql`input_net`)} || ' of ' || entries as what, '/reports/vat-return/' || period_to as link
        from calculated where (box_1_pence, box_4_pence, box_6_pence, box_7_pence, entry_count)
          <> (output_vat, input_vat, output_net, input_net, entries)
        union all
        select 'VAT return to ' || period_to || ': a late entry is not marked as late', '/reports/vat-return/' || period_to
        from calculated where is_marked_wrong
        union all
        select 'VAT return to ' || period_to || ' begins on ' || period_from || ', but the previous one ends on ' || before,
          '/reports/vat-return/' || period_to
        from returns where period_from <> before + 1 and not (begins_registration and period_from > before)
        union all
        select 'VAT return to ' || r.period_to || ': its journal clears ' || ${pounds(sql`coalesce(l.output_vat, 0)`)} || ' and '
            || ${pounds(sql`coalesce(l.input_vat, 0)`)} || ', its boxes 1 and 4 are ' || ${pounds(sql`r.box_1_pence`)} || ' and '
            || ${pounds(sql`r.box_4_pence`)}, '/reports/vat-return/' || r.period_to
        from vat_returns r left join (
          select journal_id, coalesce(sum(debit_pence - credit_pence) filter (where account_code = '2200'), 0) as output_vat,
            coalesce(sum(credit_pence - debit_pence) filter (where account_code = '2201'), 0) as input_vat
          from journal_lines where journal_id in (select journal_id from vat_returns) group by 1) l on l.journal_id = r.journal_id
        where (r.box_1_pence, r.box_4_pence) <> (coalesce(l.output_vat, 0), coalesce(l.input_vat, 0))
        union all
        select 'Journal ' || j.id || ' of ' || j.business_date || ' was posted after the VAT return to ' || r.period_to || ' was filed',
          '/journals/' || j.id
        from vat_returns r join journals j on j.business_date between r.period_from and r.period_to
        where j.id > r.journal_id or (r.journal_id is null and j.posted_at > r.filed_at + interval '1 minute')
        union all ${movedWrong}`,
    },
  ),
];
