import { sql } from 'kysely';
import { type Invariant, invariant, pounds } from '../../kernel/verifier';

export const quoteInvariants: readonly Invariant[] = [
  invariant(
    'A15',
    'Quotes match their lines and invoices',
    'each revision total with its lines, each quote with its latest revision and each invoiced quote with its sale',
    {
      counted: sql`select count(*) from quotes`,
      broken: sql`
        select q.number || ', revision ' || r.revision || ': total ' || ${pounds(sql`r.gross_pence`)} || ', lines '
          || ${pounds(sql`coalesce(l.gross, 0)`)} as what, '/sales/quotes/' || q.id as link
        from quote_revisions r join quotes q on q.id = r.quote_id
        left join (select quote_id, revision, sum(net_pence) as net, sum(vat_pence) as vat, sum(gross_pence) as gross,
            sum(line_discount_pence) as line_discount, sum(cart_discount_pence) as cart_discount, count(*) as lines
          from quote_lines group by 1, 2) l on l.quote_id = r.quote_id and l.revision = r.revision
        where (r.net_pence, r.vat_pence, r.gross_pence, r.line_discount_pence, r.cart_discount_pence, r.line_count)
          is distinct from (l.net, l.vat, l.gross, l.line_discount, l.cart_discount, l.lines)
        union all
        select q.number || ': ' || ${pounds(sql`q.gross_pence`)} || ' in the list, ' || ${pounds(sql`r.gross_pence`)} || ' on the revision',
          '/sales/quotes/' || q.id
        from quotes q join quote_revisions r on r.quote_id = q.id and r.revision = q.revision
        where q.gross_pence <> r.gross_pence
        union all
        select q.number || ' is stored as ' || coalesce(kept.number, 'not invoiced') || ', but the sale that refers to it is '
          || coalesce(named.number, 'missing'), '/sales/quotes/' || q.id
        from quotes q left join sales kept on kept.id = q.sale_id
          left join sales named on named.quote_id = q.id and named.status <> 'cancelled'
        where kept.id is distinct from named.id`,
    },
  ),
];

/** The last quote numbers, for A12. */
export const quoteNumbers = [{ series: 'QUO', table: 'quotes', column: 'number' }] as const;
