import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id } from '../kernel/fields';
import { listCalls, severalIds } from '../kernel/list-query';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';

/** The value of stock by the days since it came in. The newest goods are those still on hand. */
const ages = {
  days_30: money,
  days_90: money,
  days_180: money,
  days_365: money,
  older: money,
  /** Of all ages. */
  value: money,
};

const ageingRow = z.object({
  id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity,
  last_sold_on: calendarDate.nullable(),
  last_received_on: calendarDate.nullable(),
  /** Since the last sale, or since the product first came in when it was never sold. */
  days_unsold: z.int(),
  ...ages,
});

const access = can('view_stock', 'view_cost');

const listed = listCalls('/stock/ageing', {
  summary: 'List stock by age at the end of a day, with when each product was last sold and received',
  access,
  exportAccess: can('view_stock', 'view_cost', 'export_data'),
  listing: {
    sort: ['name', 'sku', 'days_unsold', 'value'],
    defaultSort: { by: 'days_unsold', order: 'desc' },
    filters: {
      as_at: calendarDate,
      category_id: severalIds('categories'),
      sub_category_id: severalIds('sub-categories'),
      /** Not sold for at least this many days. */
      unsold_for: z.enum(['30', '90', '180', '365'], 'Choose 30, 90, 180 or 365 days.'),
    },
  },
  row: ageingRow,
});

/** Which stock has lain for how long, and the money in it (rule R7). */
export const stockAgeing = {
  ...listed,
  totals: call('GET', '/stock/ageing/totals', {
    summary: 'Show the value of the listed stock by age',
    access,
    query: listed.list.query,
    reply: z.object({ as_at: calendarDate, ...ages }),
  }),
};

export type AgeingRow = z.output<typeof ageingRow>;
