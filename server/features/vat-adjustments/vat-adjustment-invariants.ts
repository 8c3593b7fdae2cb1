import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../../kernel/verifier';
import { adjustmentDocument } from './vat-adjustments.queries';

const posted = sql`
  select a.id, a.number, a.box_1_pence, a.box_4_pence, a.box_6_pence, a.box_7_pence, count(distinct j.id) as journals,
    coalesce(sum(e.vat_pence) filter (where e.direction = 'output'), 0) as box_1,
    coalesce(sum(e.vat_pence) filter (where e.direction = 'input'), 0) as box_4,
    coalesce(sum(e.net_pence) filter (where e.direction = 'output'), 0) as box_6,
    coalesce(sum(e.net_pence) filter (where e.direction = 'input'), 0) as box_7
  from vat_adjustments a
    left join journals j on j.document_type = ${adjustmentDocument} and j.document_id = a.id and j.reverses_id is null
    left join vat_entries e on e.journal_id = j.id
  group by a.id`;

export const vatAdjustmentInvariants: readonly Invariant[] = [
  invariant(
    'V27',
    'VAT adjustments match their postings, and no relief exceeds the VAT on its debt',
    'the boxes of each adjustment against the VAT entries of its journal; the relief on each invoice and bill against its lines and against the adjustment',
    {
      counted: sql`select count(*) from vat_adjustments`,
      broken: sql`
        select number || ': boxes 1, 4, 6 and 7 change by ' || ${pounds(sql`box_1_pence`)} || ', ' || ${pounds(sql`box_4_pence`)} || ', '
            || ${pounds(sql`box_6_pence`)} || ', ' || ${pounds(sql`box_7_pence`)} || '; ' || journals || ' journals with '
            || ${pounds(sql`box_1`)} || ', ' || ${pounds(sql`box_4`)} || ', ' || ${pounds(sql`box_6`)} || ', ' || ${pounds(sql`box_7`)} as what,
          '/vat-adjustments/' || id as link
        from (${posted}) p where journals <> 1
          or (box_1_pence, box_4_pence, box_6_pence, box_7_pence) <> (box_1, box_4, box_6, box_7)
        union all
        select coalesce(i.document_number, 'Item ' || i.id) || ': ' || ${pounds(sql`r.relieved_vat_pence`)} || ' of VAT relieved, '
            || ${pounds(sql`coalesce(l.vat, 0)`)} || ' on its adjustments', '/vat-adjustments'
        from vat_reliefs r join party_items i on i.id = r.item_id left join (
          select item_id, sum(gross_pence) as gross, sum(vat_pence) as vat from vat_relief_lines group by 1) l on l.item_id = r.item_id
        where (r.relieved_gross_pence, r.relieved_vat_pence) <> (coalesce(l.gross, 0), coalesce(l.vat, 0))
          or r.relieved_vat_pence not between 0 and r.vat_pence
        union all
        select a.number || ': its documents total ' || ${pounds(sql`sum(l.vat_pence)`)} || ' of VAT', '/vat-adjustments/' || a.id
        from vat_relief_lines l join vat_adjustments a on a.id = l.adjustment_id where not l.is_reversal
        group by a.id having abs(sum(l.vat_pence)) <> abs(a.box_1_pence) + abs(a.box_4_pence)
        union all
        select a.number || ': its journal and its documents are not both reversed', '/vat-adjustments/' || a.id
        from vat_adjustments a join vat_relief_lines l on l.adjustment_id = a.id and not l.is_reversal
        where exists (select from journals j join journals r on r.reverses_id = j.id
            where j.document_type = ${adjustmentDocument} and j.document_id = a.id)
          <> exists (select from vat_relief_lines m where (m.adjustment_id, m.item_id) = (l.adjustment_id, l.item_id) and m.is_reversal)`,
    },
  ),
];

export const vatAdjustmentNumbers = [{ series: 'VADJ', table: 'vat_adjustments', column: 'number' }] as const;
