import type { CalendarDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { credit, debit, postJournal, systemAccounts } from '../../server/kernel/ledger';
import { moveStock } from '../../server/kernel/stock';
import type { Database } from '../../server/platform/database/open-database';
import { asBookkeeper } from './books';

let documents = 0;

/** Moves stock as a use case does; goods coming in cost a pound each. */
export const moved = (
  db: Database,
  on: CalendarDate,
  [kind, productId, pieces]: readonly [
    kind: 'opening' | 'sale' | 'supplier_return' | 'adjustment',
    productId: number,
    pieces: number,
  ],
) =>
  asBookkeeper(db, async ctx => {
    const document = { type: 'test', id: ++documents, number: null };
    const value = pieces > 0 ? { value: toPence(pieces * 100) } : {};
    const [movement] = await moveStock(ctx, {
      businessDate: on,
      kind,
      document,
      movements: [{ productId, line: 1, quantity: wholeUnits(pieces), ...value }],
    });
    const worth = movement?.value ?? toPence(0);
    await postJournal(ctx, {
      businessDate: on,
      kind: 'stock_adjustment',
      narrative: 'A test',
      document,
      lines: [debit(systemAccounts.inventory, worth), credit(systemAccounts.shrinkage, worth)],
    });
  });
