import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';

/** Figures of what exists so far. A part is null where the person lacks the right to see it. */
export const dashboard = {
  show: call('GET', '/dashboard', {
    summary: 'Figures of the day',
    access: can('view_dashboard'),
    reply: z.object({
      suppliers: z
        .object({
          active: z.int(),
          inactive: z.int(),
          open_orders: z.int(),
          open_order_amount: money,
          outstanding_amount: money,
          owed_most: z.array(z.object({ id, name: z.string(), outstanding_amount: money })),
        })
        .nullable(),
      failed_emails: z.int().nullable(),
      activity: z.array(
        z.object({
          id,
          at: instant,
          actor: z.string(),
          action: z.string(),
          record_type: z.string(),
          record_id: id.nullable(),
          record_name: z.string().nullable(),
        }),
      ),
    }),
  }),
};
