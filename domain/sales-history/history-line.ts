import { type CalendarDate, londonDate } from '../kernel/dates';
import { maxQuantity, type Quantity, quantityFromText } from '../kernel/quantity';
import { type CodeRule, defaultAccounts } from './code-rules';
import { plainAmount, plainDate } from '../imports/british-forms';
import type { HistoryReason, HistoryTreatment } from './treatment';

/** A parsed line of a history, exact and not rounded. */
export type HistoryLine = {
  readonly number: string;
  /** The number in one letter case and trimmed, for comparison. */
  readonly numberKey: string;
  readonly isCancellation: boolean;
  readonly sku: string;
  readonly description: string;
  /** Positive when sold, negative when returned. */
  readonly quantity: Quantity;
  /** Thousandths of a penny. */
  readonly price: number;
  /** Quantity times price in millionths of a penny. */
  readonly amount: bigint;
  readonly businessDate: CalendarDate;
  readonly soldAt: Date;
  readonly customerNumber: string | null;
  readonly country: string | null;
};

export type CellProblem = { readonly field: string; readonly message: string };
type Values = Readonly<Record<string, string>>;

const timePattern = /^(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?( ?Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * The business date and instant of a text such as `2010-12-01 08:26:00` or `1 Dec 10 08:26`: London time, unless
 * it ends with Z or an offset from UTC (rules D1 and D2).
 */
export function readMoment(text: string): { businessDate: CalendarDate; soldAt: Date } | null {
  const date = plainDate(text);
  const match = date && timePattern.exec(date.rest);
  if (!match) return null;
  const [, hour = '12', minute = '00', second = '00', zone] = match;
  const businessDate = date.day;
  const moment = `${businessDate}T${hour.padStart(2, '0')}:${minute}:${second}Z`;
  const asUtc = new Date(moment);
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 10) !== businessDate) return null;
  if (zone === undefined) return { businessDate, soldAt: new Date(asUtc.getTime() - londonOffset(asUtc)) };
  const offset = offsetMs(zone);
  if (offset === null) return null;
  const soldAt = new Date(asUtc.getTime() - offset);
  return { businessDate: londonDate(soldAt), soldAt };
}

const maxOffsetMinutes = 14 * 60;

/** `Z` → 0, `+05:30` → 19,800,000; null for more than any time zone has. */
function offsetMs(zone: string): number | null {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (!match) return 0;
  const [, sign, hours, minutes] = match;
  const total = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || total > maxOffsetMinutes) return null;
  return (sign === '-' ? -total : total) * 60_000;
}

const londonHour = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
});
const offsets = new Map<string, number>();

/** London's offset from UTC: zero in winter, one hour in summer (rule D2). */
function londonOffset(at: Date): number {
  const key = at.toISOString().slice(0, 13);
  let offset = offsets.get(key);
  if (offset === undefined) {
    offset = Number(londonHour.format(at)) === at.getUTCHours() ? 0 : 3_600_000;
    if (offsets.size > 10_000) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}

/** `2.55` → 255000 thousandths of a penny, without floats; null with more than three decimals of a penny. */
export function readPrice(text: string): number | null {
  const match = /^(-?)(\d{1,9})?(?:\.(\d*))?$/.exec(
    plainAmount(text).replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, ''),
  );
  if (!match) return null;
  const [, sign, whole = '', decimals = ''] = match;
  const significant = decimals.replace(/0+$/, '');
  if ((whole === '' && decimals === '') || significant.length > 5) return null;
  const price = Number(`${whole}${significant.padEnd(5, '0')}`);
  return sign === '-' && price !== 0 ? -price : price;
}

function readQuantity(text: string): Quantity | null {
  const plain = text
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/(\.\d{0,3}?)0+$/, '$1')
    .replace(/\.$/, '');
  if (!/^-?\d{1,11}(?:\.\d{1,3})?$/.test(plain)) return null;
  const quantity = quantityFromText(plain);
  return Math.abs(quantity) <= maxQuantity ? quantity : null;
}

const maxAmount = 1_000_000_000_000_000_000n;

/** Parses a row as a line of a document, or returns the problems of its cells. */
export function readHistoryLine(values: Values): { line: HistoryLine } | { problems: CellProblem[] } {
  const problems: CellProblem[] = [];
  const need = (field: string, message: string) => {
    problems.push({ field, message });
  };
  const number = (values.number ?? '').slice(0, 60);
  if (number === '') need('number', 'Enter the number of the invoice or cancellation.');
  const sku = values.sku ?? '';
  if (sku === '' || sku.length > 60) need('sku', 'Enter a code of at most 60 characters.');
  const quantity = readQuantity(values.quantity ?? '');
  if (quantity === null || quantity === 0)
    need('quantity', 'Enter a quantity other than zero, such as 6 or -2.');
  const price = readPrice(values.price ?? '');
  if (price === null) need('price', 'Enter a price in pounds, such as 2.55.');
  const moment = readMoment(values.sold_at ?? '');
  if (!moment) need('sold_at', 'Enter a date such as 2010-12-01 or 01/12/2010, with or without a time.');
  const amount = BigInt(quantity ?? 0) * BigInt(price ?? 0);
  if (amount > maxAmount || amount < -maxAmount) need('price', 'This number is too large.');
  if (problems.length > 0 || quantity === null || price === null || !moment) return { problems };
  const customer = (values.customer ?? '').replace(/\.0+$/, '').slice(0, 60);
  return {
    line: {
      number,
      numberKey: number.toLowerCase(),
      isCancellation: /^c/i.test(number),
      sku,
      description: (values.description ?? '').slice(0, 200),
      quantity,
      price,
      amount,
      ...moment,
      customerNumber: customer || null,
      country: (values.country ?? '').slice(0, 100) || null,
    },
  };
}

/** The treatment of a line, as far as the line and its document determine it. */
export type Sorted =
  | { readonly treatment: HistoryTreatment; readonly account?: string }
  | { readonly reason: HistoryReason };

type Judged = Pick<HistoryLine, 'isCancellation' | 'sku' | 'quantity' | 'price' | 'amount'>;

const microInPenny = 1_000_000n;

/**
 * Classifies a line by the rules of decisions 040 and 075, with the rule of its code if any. A line without a price
 * above zero is `given` at first: without a customer and a priced line beside it, it is stock that was `found`.
 */
export function sortLine(line: Judged, rule: CodeRule | undefined): Sorted {
  if (rule !== undefined && rule.treatment !== 'sale' && rule.treatment !== 'charge')
    return sortByRule(line, rule);
  const { isCancellation, sku, quantity, price } = line;
  const isCharge = rule?.treatment === 'charge';
  if (price < 0) return { reason: 'wrong_sign' };
  if (rule === undefined && /^gift_\d/i.test(sku)) return { reason: 'voucher' };
  if (price % 1000 !== 0) return { reason: 'part_penny' };
  if (isCancellation) return quantity < 0 ? { treatment: 'return' } : { reason: 'wrong_sign' };
  if (quantity < 0) {
    if (price > 0) return { reason: 'wrong_sign' };
    return isCharge ? { reason: 'not_stocked' } : { treatment: 'write_off' };
  }
  if (isCharge) return { treatment: 'charge' };
  return { treatment: price === 0 ? 'given' : 'sale' };
}

/** Lines other than goods: posted to an account, credited, or not posted. Accounts accept both signs. */
function sortByRule({ amount }: Judged, { treatment, account }: CodeRule): Sorted {
  if (treatment === 'skipped') return { reason: 'skipped' };
  if (treatment === 'listed') return { reason: 'code_listed' };
  if (amount === 0n) return { reason: 'not_stocked' };
  if (amount % microInPenny !== 0n) return { reason: 'part_penny' };
  if (treatment === 'discount') return amount < 0n ? { treatment: 'credit' } : { reason: 'wrong_sign' };
  const code = account ?? defaultAccounts[treatment];
  return code === undefined ? { reason: 'needs_account' } : { treatment: 'account', account: code };
}

const ownCosts = new Set(['bank charges', 'amazonfee']);

/** The reason for a cancellation without a sale: charges of a bank or marketplace are not returns. */
export const reasonWithoutOriginal = (sku: string): HistoryReason =>
  ownCosts.has(sku.toLowerCase()) ? 'own_cost' : 'no_original';

/** The reason for a stock adjustment, from the description, as a user would choose it. */
export function adjustmentReasonOf(description: string, isIn: boolean) {
  const text = description.toLowerCase();
  if (isIn) return /found|\?|^$/.test(text) ? ('found' as const) : ('correction' as const);
  if (/damag|fault|broke|mould|wet|rust|crush|thrown|throw away|can't sell|smash/.test(text))
    return 'damaged' as const;
  if (/lost|missing|\bmia\b|stolen/.test(text)) return 'lost' as const;
  if (/given away|sample|display|showroom/.test(text)) return 'own_use' as const;
  return 'correction' as const;
}
