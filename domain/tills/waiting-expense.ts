import * as z from 'zod';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';

/** An expense paid from a drawer that waits for approval. */
export const waitingExpense = z.object({ id, number: z.string(), amount: money });
export type WaitingExpense = z.output<typeof waitingExpense>;
