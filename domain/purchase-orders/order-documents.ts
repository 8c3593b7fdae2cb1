import * as z from 'zod';
import { calendarDate, instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { unitCost } from '../kernel/unit-cost';
import { ruleResult } from '../kernel/rule-result-reply';
import { paymentMethod, paymentStatus } from '../payments/payment.status';

const receiptLine = z.object({
  id,
  order_line_id: id,
  description: z.string(),
  quantity,
  /** The quantity neither billed nor returned. */
  unbilled: quantity,
  /** What is left of the value for that quantity, excluding VAT (rule M7). */
  unbilled_value: money,
  /** The quantity that can still be returned. */
  returnable: quantity,
  value: money,
});
export const receipt = z.object({
  id,
  number: z.string(),
  business_date: calendarDate,
  delivery_note: z.string().nullable(),
  notes: z.string().nullable(),
  received_by: z.string(),
  value: money,
  lines: z.array(receiptLine),
  /** Its reversal, if it was entered in error. */
  reversal: z.object({ number: z.string(), business_date: calendarDate, reason: z.string() }).nullable(),
  /** The actions possible now, or why not. */
  can: z.object({ reverse: ruleResult }),
});
export const bill = z.object({
  id,
  number: z.string(),
  kind: z.enum(['goods', 'landed_cost']),
  supplier_bill_number: z.string(),
  supplier: z.object({ id, name: z.string() }),
  bill_date: calendarDate,
  /** The posting date: its own date, or the first open day after it; null when its total is zero (rule P13). */
  posted_on: calendarDate.nullable(),
  due_on: calendarDate,
  net: money,
  vat: money,
  gross: money,
  /** Billed less received, excluding VAT: zero when the three-way match is exact. */
  difference: money,
  outstanding: money,
  /** It reclaims VAT, but its supplier has no VAT number (rule V18). */
  lacks_vat_number: z.boolean(),
  /** Its journal; null when its total is zero. */
  journal_id: id.nullable(),
  /** When it was reversed; null otherwise. */
  reversed_at: instant.nullable(),
  reversal_reason: z.string().nullable(),
  reversal_journal_id: id.nullable(),
  /** The actions possible now, or why not. */
  can: z.object({ reverse: ruleResult, credit: ruleResult }),
});
export const supplierReturn = z.object({
  id,
  number: z.string(),
  credit_number: z.string().nullable(),
  supplier_credit_number: z.string().nullable(),
  business_date: calendarDate,
  /** The posting date: its own date, or the first open day after it; null when its total is zero (rule P13). */
  posted_on: calendarDate.nullable(),
  reason: z.string(),
  gross: money,
  quantity,
});
export const orderPayment = z.object({
  id,
  number: z.string().nullable(),
  payment_date: calendarDate,
  direction: z.enum(['out', 'in']),
  amount: money,
  payment_method: paymentMethod,
  status: paymentStatus,
  reference_number: z.string().nullable(),
  can: z.object({ complete: ruleResult, fail: ruleResult, cancel: ruleResult }),
});
export const revision = z.object({
  revision: z.int(),
  reason: z.string().nullable(),
  total_before: money,
  total_after: money,
  changed_by: z.string(),
  changed_at: instant,
});
export const waitingRevision = z.object({
  total: money,
  reason: z.string().nullable(),
  asked_by: z.string(),
  asked_at: instant,
  lines: z.array(
    z.object({ description: z.string(), unit: z.string(), quantity, unit_price: unitCost, gross: money }),
  ),
});
