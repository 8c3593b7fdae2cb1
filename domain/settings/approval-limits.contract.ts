import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { version } from '../kernel/fields';
import { enteredMoney, money } from '../kernel/money';

const limit = enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.').nullable();

const reply = z.object({
  refund_limit: money.nullable(),
  adjustment_limit: money.nullable(),
  write_off_limit: money.nullable(),
  stock_count_limit: money.nullable(),
  /** Of bills without an order and landed cost. */
  bill_limit: money.nullable(),
  version,
});

/** The amounts above which a second person must approve (rule P15). Null: no approval needed. */
export const approvalLimits = {
  get: call('GET', '/settings/approval-limits', {
    summary: 'Show the approval limits',
    access: can('view_setting'),
    reply,
  }),
  save: call('PUT', '/settings/approval-limits', {
    summary: 'Edit the approval limits',
    access: can('edit_setting'),
    body: z.strictObject({
      refund_limit: limit,
      adjustment_limit: limit,
      write_off_limit: limit,
      stock_count_limit: limit,
      /** Kept when omitted, as earlier clients do. */
      bill_limit: limit.optional(),
      version: version.optional(),
    }),
    reply,
  }),
};

export type ApprovalLimitSettings = z.output<typeof reply>;
