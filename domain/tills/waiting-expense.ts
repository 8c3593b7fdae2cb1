import * as z from 'zod';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { unsentSales } from './unsent-sales';

/** An expense paid from a drawer that waits for approval. */
const waitingExpense = z.object({ id, number: z.string(), amount: money });
export type WaitingExpense = z.output<typeof waitingExpense>;

/** What the expected cash of a session does not take into account yet. */
export const notInExpectedCash = {
  unsent: z.array(unsentSales),
  /** Their cash has left the drawer and is still expected in it. */
  waiting_expenses: z.array(waitingExpense),
};
