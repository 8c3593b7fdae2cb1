import * as z from 'zod';
import { id, optionalText } from '../kernel/fields';
import { drawerAmount } from './counted-money';

/** Goods that a cashier took out of a basket, or put back. */
export const removedGoods = z.strictObject({
  amount: drawerAmount,
  note: optionalText('Note', 200),
  /** The till's own id of the event, which is recorded once, also when another user sends it again. */
  client_id: z.uuid('Send the event ID.').optional(),
  basket_id: z.uuid('Send the basket ID.').optional(),
  /** The cashier who did it, when another user sends it. */
  removed_by: id.nullish(),
  /** Undoes a removal: no more than was removed from the basket. */
  is_restored: z.boolean().default(false),
});
