import * as z from 'zod';
import { canAny } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { percentage } from '../kernel/percent';
import { quantity } from '../kernel/quantity';
import { basketEntry, priceRules } from './price-rules';

/** The customer and the date; today in London by default. */
const buyer = {
  price_group_id: z
    .int('Choose a price group.')
    .positive('Choose a price group.')
    .max(Number.MAX_SAFE_INTEGER)
    .nullish(),
  date: enteredDate.optional(),
};

const explainedLine = z.object({
  product_id: id,
  quantity,
  list_price: money,
  unit_price: money,
  price_source: z.enum(['list', 'group', 'break', 'typed']),
  price_reason: z.string(),
  promotions: z.array(z.object({ id, name: z.string(), discount: money, reason: z.string() })),
  discount: money,
  amount: money,
  price_includes_vat: z.boolean(),
  vat_percent: percentage,
  net: money,
  vat: money,
  gross: money,
});

const priceAccess = canAny('view_product', 'view_pos');

export const prices = {
  rules: call('POST', '/prices/rules', {
    summary: 'Get the price rules for these products on a date, for a till that prices offline',
    access: priceAccess,
    body: z.strictObject({
      product_ids: z
        .array(id)
        .min(1, 'Choose at least one product.')
        .max(500, 'Choose at most 500 products.'),
      ...buyer,
    }),
    reply: z.object({ date: calendarDate, rules: priceRules }),
    audit: 'none',
  }),
  explain: call('POST', '/prices/quote', {
    summary: 'Price a basket and explain each line',
    access: priceAccess,
    body: z.strictObject({
      lines: z
        .array(basketEntry)
        .min(1, 'Add at least one line.')
        .max(500, 'A basket can have at most 500 lines.'),
      ...buyer,
    }),
    reply: z.object({
      date: calendarDate,
      lines: z.array(explainedLine),
      net: money,
      vat: money,
      gross: money,
    }),
    audit: 'none',
  }),
};
