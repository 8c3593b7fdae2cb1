import { sql } from 'kysely';
import { type Invariant, invariant } from '../../kernel/verifier';

const differs = sql`coalesce(l.counted_quantity - l.expected_quantity, 0)`;
const movement = sql`stock_movements m on m.document_type = 'stock_count' and m.document_id = l.stock_count_id
  and m.document_line = l.line_number and m.product_id = l.product_id`;

export const stockCountInvariants: readonly Invariant[] = [
  invariant(
    'I8',
    'Stock-takes moved exactly what they found different',
    'the difference of each line of a posted count with its movement, in quantity and value; of other counts nothing moved',
    {
      counted: sql`select count(*) from stock_count_lines l join stock_counts c on c.id = l.stock_count_id where c.status = 'posted'`,
      broken: sql`
        select c.number || ', ' || l.sku || ': ' || ${differs} || ' different, ' || coalesce(m.quantity, 0) || ' moved' as what,
          '/stock/counts/' || c.id as link
        from stock_counts c join stock_count_lines l on l.stock_count_id = c.id left join ${movement}
        where c.status = 'posted'
          and (${differs} <> coalesce(m.quantity, 0) or coalesce(l.value_pence, 0) <> coalesce(m.value_pence, 0))
        union all
        select coalesce(m.document_number, 'A stock-take') || ' moved ' || m.quantity || ' of product ' || m.product_id
          || ' without a line that was posted', '/stock/counts/' || m.document_id
        from stock_movements m where m.document_type = 'stock_count' and not exists (
          select from stock_counts c join stock_count_lines l on l.stock_count_id = c.id
          where c.id = m.document_id and c.status = 'posted' and l.line_number = m.document_line and l.product_id = m.product_id)`,
    },
  ),
];

/** Where the numbers of stock-takes stand, for A12. */
export const stockCountNumbers = [{ series: 'COUNT', table: 'stock_counts', column: 'number' }] as const;
