import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { money } from '../kernel/money';
import { periodQuery } from '../reports/report-query';

/** Sales, refunds, discounts and till variances through the employee's account. */
export const employeeSales = {
  show: call('GET', '/employees/{id}/sales', {
    summary: 'Show the sales, refunds, discounts and till variances of an employee over a period',
    access: can('view_employee', 'view_dashboard'),
    query: z.strictObject(periodQuery),
    reply: z.object({
      from: calendarDate,
      to: calendarDate,
      /** Null without an account. */
      figures: z
        .object({
          user_id: z.int(),
          transactions: z.int(),
          gross: money,
          refunds_gross: money,
          net_takings: money,
          discounts: money,
          average: money.nullable(),
          tills_closed: z.int(),
          /** Counted less expected cash of the tills that they closed: negative is short. */
          till_difference: money,
        })
        .nullable(),
    }),
  }),
};

export type EmployeeSales = z.output<typeof employeeSales.show.reply>;
