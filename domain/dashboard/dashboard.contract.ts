import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { businessFlow } from '../reports/business-dashboard.contract';
import { dashboardLayout, widgets } from './dashboard-layout';
import { hourlyTakings } from './takings-by-hour';
import { moneyAhead } from './money-ahead';
import { waiting } from './waiting.contract';

/**
 * Trade over a period (rule R4); profit needs permission to see cost, and after wages permission to see pay.
 */
const flow = businessFlow.pick({
  net_takings: true,
  transactions: true,
  average: true,
  refunds: true,
  net_revenue: true,
  profit: true,
  gross_profit: true,
  gross_margin: true,
  net_profit: true,
});

const todo = z.object({
  kind: z.enum([
    'late_orders',
    'low_stock',
    'bills_overdue',
    'overdue_invoices',
    'failed_emails',
    'open_tills',
    'sale_exceptions',
    'variances_to_approve',
    'orders_to_approve',
    'expenses_to_approve',
  ]),
  count: z.int().nullable(),
  /** For amounts of money. */
  amount: money.nullable(),
});

/** Null if the user has hidden the card, or lacks permission for its subject. */
export const dashboard = {
  show: call('GET', '/dashboard', {
    summary: 'Show today’s figures and the tasks waiting',
    access: can('view_dashboard'),
    reply: z.object({
      layout: dashboardLayout,
      /** The cards that the user has permission for, shown or hidden. */
      available: z.array(z.enum(widgets)),
      trade: z
        .object({
          today_on: calendarDate,
          today: flow,
          /** The same weekday of last week, as a whole day. */
          week_before: flow,
          week_before_on: calendarDate,
          month: flow,
        })
        .nullable(),
      todo: z.array(todo).nullable(),
      hours: hourlyTakings.nullable(),
      money_ahead: moneyAhead.nullable(),
      takings: z.array(z.object({ date: calendarDate, net_takings: money })).nullable(),
      stock: z
        .object({
          low_stock: z.int(),
          out_of_stock: z.int(),
          below_zero: z.int(),
          /** Needs permission to see cost. */
          value: money.optional(),
        })
        .nullable(),
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
      activity: z
        .array(
          z.object({
            id,
            at: instant,
            actor: z.string(),
            action: z.string(),
            record_type: z.string(),
            record_id: id.nullable(),
            record_name: z.string().nullable(),
          }),
        )
        .nullable(),
    }),
  }),
  waiting,
  arrange: call('PUT', '/dashboard/layout', {
    summary: 'Choose which cards your dashboard shows, and in which order',
    access: can('view_dashboard'),
    body: dashboardLayout,
    reply: dashboardLayout,
    // It only affects the user who chooses.
    audit: 'none',
  }),
};

export type Todo = z.output<typeof todo>;
export type TradeFlow = z.output<typeof flow>;
