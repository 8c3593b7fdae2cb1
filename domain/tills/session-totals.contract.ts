import * as z from 'zod';
import { call } from '../kernel/call';
import { money } from '../kernel/money';
import { tills } from './till.contract';

/**
 * Of the figures that the list shows to the user; null where it shows none, as while the only till is counted blind
 * (decision 191).
 */
export const sessionTotals = call('GET', '/till-sessions/totals', {
  summary: 'Total a list of till sessions, without what a blind count hides',
  access: tills.list.access,
  query: tills.list.query,
  reply: z.object({
    takings: money.nullable(),
    expected: money.nullable(),
    counted: money.nullable(),
    difference: money.nullable(),
  }),
});

export type SessionTotals = z.output<typeof sessionTotals.reply>;
