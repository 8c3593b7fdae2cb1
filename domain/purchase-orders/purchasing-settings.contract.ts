import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { version } from '../kernel/fields';
import { enteredMoney, money } from '../kernel/money';
import { percentage } from '../kernel/percent';

const limit = enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.');

const rules = z.object({
  approval_limit: money.nullable(),
  over_receipt_percent: percentage,
  /** A payment to a supplier without an order settles the oldest bills by default (rule P14). */
  settle_oldest_first: z.boolean(),
  version,
});

export const purchasingSettings = {
  get: call('GET', '/purchasing-settings', {
    summary: 'Show the purchasing settings',
    access: canAny('view_purchaseorder', 'view_setting'),
    reply: rules,
  }),
  update: call('PUT', '/purchasing-settings', {
    summary: 'Edit the purchasing settings',
    access: can('edit_setting'),
    body: z.strictObject({
      approval_limit: limit.nullable(),
      over_receipt_percent: percentage,
      /** When omitted: unchanged. */
      settle_oldest_first: z.boolean().optional(),
      version: version.optional(),
    }),
    reply: rules,
  }),
};
