import { toPence } from '#domain/kernel/money';
import type { Till } from './till-state';

/** The amount due for the basket, less returned goods and earlier payments. */
export const dueOf = ({ sale, basket }: Till) =>
  toPence(sale.gross - (basket.returning?.total ?? 0) - (basket.replacing?.paid ?? 0));
