import * as z from 'zod';
import { canAny, can } from '../kernel/access';
import { call } from '../kernel/call';
import { version } from '../kernel/fields';
import { enteredMoney, money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { priceMode } from '../sales/sale-state';

export const belowCost = z.enum(['approve', 'warn'], 'Choose what happens below cost.');
export const belowCostNames = {
  approve: 'Require permission to override prices',
  warn: 'Warn only',
} as const;

const heldDaysMessage = 'Enter a number of days from 1 to 365.';
const tillKeepDaysMessage = 'Enter a number of days from 1 to 90.';

const limit = enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.');

const settings = z.object({
  /** The discount on a line or basket that needs no approval. */
  discount_limit: percentage,
  below_cost: belowCost,
  /** Hides expected cash from the user who counts (rule T2). */
  blind_count: z.boolean(),
  /** A variance above this needs approval by someone else. */
  variance_limit: money,
  /** What a user may pay out of tills in a day without approval. Null: any amount. */
  paid_out_limit: money.nullable(),
  held_days: z.int(),
  /** How many days a till keeps its data without reaching the server (decision 121). */
  till_keep_days: z.int(),
  /** The price mode of new baskets at the sales desk. */
  desk_price_mode: priceMode,
  version,
});

export const sellingSettings = {
  get: call('GET', '/selling-settings', {
    summary: 'Show the sales settings',
    access: canAny('view_pos', 'view_setting'),
    reply: settings,
  }),
  update: call('PUT', '/selling-settings', {
    summary: 'Edit the sales settings',
    access: can('edit_setting'),
    body: z.strictObject({
      discount_limit: percentage,
      below_cost: belowCost,
      blind_count: z.boolean('Choose whether counts are blind.'),
      variance_limit: limit,
      paid_out_limit: limit.nullable().optional(),
      held_days: z.int(heldDaysMessage).min(1, heldDaysMessage).max(365, heldDaysMessage),
      till_keep_days: z
        .int(tillKeepDaysMessage)
        .min(1, tillKeepDaysMessage)
        .max(90, tillKeepDaysMessage)
        .optional(),
      desk_price_mode: priceMode,
      version: version.optional(),
    }),
    reply: settings,
  }),
};

export type SellingSettings = z.output<typeof settings>;
export type SellingSettingsWrite = z.output<(typeof sellingSettings.update)['body']>;
