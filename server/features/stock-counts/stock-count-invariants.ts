import { sql } from 'kysely';
import { type Invariant, invariant } from '../../kernel/verifier';

export const stockCountInvariants: readonly Invariant[] = [
  invariant(
    'I8',
    'Stocktakes moved stock by exactly their variances',
    'the variance of each line of a posted stocktake against its movement, in quantity and value; stocktakes not posted have no movements',
    {
      counted: sql`select count(*) from stock_count_lines l join stock_counts c on c.id = l.stock_count_id where c.status = 'posted'`,
      // A full join of both sides: it never loops row by row, however old the statistics are.
      broken: sql`
        select coalesce(l.number || ', ' || l.sku, m.document_number, 'A stocktake') || ': ' || coalesce(l.different, 0)
            || ' of variance, ' || coalesce(m.quantity, 0) || ' moved' as what,
          '/stock/counts/' || coalesce(l.stock_count_id, m.document_id) as link
        from (select c.number, l.stock_count_id, l.line_number, l.product_id, l.sku,
            coalesce(l.counted_quantity - l.expected_quantity, 0) as different, coalesce(l.value_pence, 0) as value_pence
          from stock_count_lines l join stock_counts c on c.id = l.stock_count_id where c.status = 'posted') l
        full join (select document_id, document_number, document_line, product_id, quantity, value_pence
          from stock_movements where document_type = 'stock_count') m
          on m.document_id = l.stock_count_id and m.document_line = l.line_number and m.product_id = l.product_id
        where coalesce(l.different, 0) <> coalesce(m.quantity, 0) or coalesce(l.value_pence, 0) <> coalesce(m.value_pence, 0)`,
    },
  ),
  invariant(
    'I8',
    'Reversed stocktakes moved their variances back',
    'of each line of a reversed stocktake, what it moved against what its reversal moved, in quantity; only posted stocktakes have a reversal',
    {
      counted: sql`select count(*) from stock_movements m join stock_adjustments a on a.reverses_count_id = m.document_id
        where m.document_type = 'stock_count'`,
      broken: sql`
        select coalesce(o.number, r.number) || ', line ' || coalesce(o.line, r.line) || ': ' || coalesce(o.quantity, 0)
            || ' moved, ' || coalesce(r.quantity, 0) || ' moved back' as what,
          '/stock/counts/' || coalesce(o.count_id, r.count_id) as link
        from (select c.id as count_id, c.number, m.document_line as line, m.product_id, m.quantity
            from stock_adjustments a join stock_counts c on c.id = a.reverses_count_id and c.status = 'posted'
              join stock_movements m on m.document_type = 'stock_count' and m.document_id = c.id) o
        full join (select a.reverses_count_id as count_id, a.number, m.document_line as line, m.product_id, m.quantity
            from stock_adjustments a join stock_movements m on m.document_type = 'stock_adjustment' and m.document_id = a.id
            where a.reverses_count_id is not null) r
          on r.count_id = o.count_id and r.line = o.line and r.product_id = o.product_id
        where coalesce(o.quantity, 0) + coalesce(r.quantity, 0) <> 0`,
    },
  ),
];

/** The document numbers of stocktakes, for A12. */
export const stockCountNumbers = [{ series: 'COUNT', table: 'stock_counts', column: 'number' }] as const;
