import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { paymentState, saleStatus } from '../sales/sale-state';

/** The latest sales; the list of invoices has them all. */
export const maxSalesShown = 50;
const maxTypicalProducts = 10;

const sale = z.object({
  id,
  number: z.string(),
  business_date: calendarDate,
  status: saleStatus,
  /** Null for a cancelled sale. */
  payment_state: paymentState.nullable(),
  gross: money,
  refunded: money,
  outstanding: money,
});

const typicalProduct = z.object({
  product: z.object({ id, sku: z.string(), name: z.string() }),
  /** The number of sales it appears in. */
  times: z.int(),
  quantity,
  last_bought: calendarDate,
});

const customerTrade = z.object({
  /** Without cancelled ones. */
  sales: z.int(),
  /** The total of these sales, and of refunds. */
  gross: money,
  refunded: money,
  first_sale: calendarDate.nullable(),
  last_sale: calendarDate.nullable(),
  latest: z.array(sale).max(maxSalesShown),
  /** The products they bought most often in the last twelve months. */
  usual: z.array(typicalProduct).max(maxTypicalProducts),
});

/** What a customer buys, including sales to customers merged into them. */
export const customerSales = call('GET', '/customers/{id}/sales', {
  summary: 'Show what a customer buys',
  access: can('view_customer', 'view_sale'),
  reply: customerTrade,
});

export type CustomerTrade = z.output<typeof customerTrade>;
export type CustomerSale = z.output<typeof sale>;
export type TypicalProduct = z.output<typeof typicalProduct>;
