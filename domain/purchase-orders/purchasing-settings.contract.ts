import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { enteredMoney, money } from '../kernel/money';
import { percentage } from '../kernel/percent';

const limit = enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.');

export const purchasingSettings = {
  get: call('GET', '/purchasing-settings', {
    summary: 'Show the rules of purchasing',
    access: can('view_purchaseorder'),
    reply: z.object({ approval_limit: money.nullable(), over_receipt_percent: percentage }),
  }),
  update: call('PUT', '/purchasing-settings', {
    summary: 'Change the rules of purchasing',
    access: can('edit_setting'),
    body: z.strictObject({ approval_limit: limit.nullable(), over_receipt_percent: percentage }),
    reply: z.object({ approval_limit: money.nullable(), over_receipt_percent: percentage }),
  }),
};
