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
];

/** The document numbers of stocktakes, for A12. */
export const stockCountNumbers = [{ series: 'COUNT', table: 'stock_counts', column: 'number' }] as const;
