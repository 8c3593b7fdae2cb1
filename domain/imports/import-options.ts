import * as z from 'zod';
import { enteredDate } from '../kernel/dates';
import { id, optionalText } from '../kernel/fields';
import { vatCode } from '../kernel/vat';
import { codeRule, defaultCodeRules } from '../sales-history/code-rules';
import { historyPaidBy, historyPrices } from '../sales-history/treatment';

/** The import options, each with the kinds of import it is for. */
export const importOptionFields = {
  /** Rows that name the same record as an earlier row: reject them, or import only the first. */
  repeats: z.enum(['refuse', 'first'], 'Choose how to treat duplicate rows.').default('refuse'),
  /** Products: add missing categories, brands and units. */
  add_masters: z.boolean('Answer true or false.').default(false),
  /** Products: the default unit. That of the settings for new products if omitted, none if null. */
  default_unit_id: id.nullish(),
  /**
   * Products: the VAT code of new products whose row has none, and whether their prices include VAT. As in the settings
   * for new products if omitted.
   */
  vat_code: vatCode.nullish(),
  price_includes_vat: z.boolean('Choose whether prices include VAT.').nullish(),
  /** Products: allow zero prices. */
  zero_prices: z.boolean('Answer true or false.').default(false),
  /** Expenses: the default category. */
  expense_category_id: id.nullish(),
  /** Expenses: negative amounts are spending, as on a card statement. */
  flip_sign: z.boolean('Answer true or false.').default(false),
  /** Products: the date of the opening stock. Opening items: the date of the entries. Today if omitted. */
  opening_date: enteredDate.nullish(),
  /** Required where that date is earlier than today (rule D6). */
  date_reason: optionalText('Reason for backdating', 300),
  /** Sales history: payment method, price mode and codes that are not products. */
  paid_by: historyPaidBy.default('credit_card'),
  prices: historyPrices.default('exclusive'),
  code_rules: z
    .array(codeRule)
    .max(200, 'Enter at most 200 codes.')
    .default(() => [...defaultCodeRules]),
  /** Sales history: the cut-over day (rule V29); proposed if omitted. */
  vat_cut_over: enteredDate.nullish(),
  /** Sales history: the assumed cost of new products, as a percentage of the price. */
  cost_percent: z
    .int('Enter a whole percentage.')
    .min(0, 'Enter a percentage from 0 to 100.')
    .max(100, 'Enter a percentage from 0 to 100.')
    .default(0),
};
export const importOptions = z.object(importOptionFields);
export type ImportOptions = z.output<typeof importOptions>;
