import { sql } from 'kysely';
import { hasPermission, type Holder } from '#domain/kernel/access';
import type { Pence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import type { AdjustmentDetail } from '#domain/stock/stock-adjustment.contract';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ensureFound } from '../../platform/http/refusal';
import { canReverseAdjustment, findReversible } from './reversible-adjustment';
import { findAdjustment } from './stock-adjustments.queries';

type Line = Omit<AdjustmentDetail['lines'][number], 'quantity' | 'value'> & {
  quantity: string;
  value: Pence;
};

/** An adjustment with its movements and journal, as far as this user can see them. 404 when there is none. */
export async function getAdjustment(db: Reader, id: number, holder: Holder): Promise<AdjustmentDetail> {
  const withCost = hasPermission(holder, 'view_cost');
  const adjustment = ensureFound(await findAdjustment(db, id, withCost), 'Adjustment');
  const [{ rows: lines }, { rows: journals }, reversible] = await Promise.all([
    sql<Line>`${preparedStatement}
      select m.document_line as line, jsonb_build_object('id', p.id, 'sku', p.sku, 'name', p.name) as product,
        u.name as unit, m.quantity::text, m.value_pence as value
      from stock_movements m join products p on p.id = m.product_id join units u on u.id = p.unit_id
      where m.document_type = 'stock_adjustment' and m.document_id = ${id}
        and m.kind <> 'import_undone' order by m.document_line`.execute(db),
    sql<{ id: number }>`${preparedStatement}
      select id from journals where document_type = 'stock_adjustment' and document_id = ${id} and reverses_id is null limit 1`.execute(
      db,
    ),
    findReversible(db, id),
  ]);
  const state = ensureFound(reversible, 'Adjustment');
  return {
    ...adjustment,
    lines: lines.map(({ value, quantity, ...line }) => ({
      ...line,
      quantity: quantityFromText(quantity),
      ...(withCost ? { value } : {}),
    })),
    journal_id: hasPermission(holder, 'view_ledger') ? (journals[0]?.id ?? null) : null,
    reverses: state.reverses,
    reverses_count: state.reverses_count,
    reversed_by: state.reversed_by,
    can_reverse: canReverseAdjustment(state, holder),
  };
}
