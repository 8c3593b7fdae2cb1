import { sql } from 'kysely';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { quantityFromText } from '#domain/kernel/quantity';
import { ensureNotBefore } from '../../../kernel/books-day';
import type { Tx } from '../../../platform/database/open-database';
import { anyOf, preparedStatement } from '../../../platform/database/prepared-statement';
import { invalid } from '../../../platform/http/refusal';
import { lastDayOf } from '../bills/bill-dates';
import type { ReturnedLine } from './returned-lines';

/** The date on a document, and the day its figures are posted on (rule P13). */
export type DocumentDays = { readonly date: CalendarDate; readonly on: CalendarDate };

/** A purchase as credits see it: the date on its bill, and the day that bill was posted, if it posted anything. */
export type BilledDays = { readonly bill_date: CalendarDate; readonly posted_on: CalendarDate | null };

/** Goods were received before they were returned or credited: 422 at the field of the date. */
export function ensureNotBeforeReceipt(
  { date, on }: DocumentDays,
  received: readonly CalendarDate[],
  field: string,
): void {
  const last = lastDayOf(received);
  // The books must not show goods or money going back before they came (rules R6, R7, V24).
  for (const day of [date, on]) ensureNotBefore(day, last, 'It was received', field);
}

/** A credit takes nothing off the books before its bill put it there: 422 at the field of the date. */
export function ensureNotBeforeBill(
  { date, on }: DocumentDays,
  bills: readonly BilledDays[],
  field: string,
): void {
  const dated = lastDayOf(bills.map(({ bill_date }) => bill_date));
  if (dated !== null && date < dated)
    throw invalid({ [field]: `The bill is dated ${formatDate(dated)}. Enter that date or a later one.` });
  const posted = lastDayOf(bills.flatMap(({ posted_on }) => posted_on ?? []));
  ensureNotBefore(on, posted, 'The bill was posted', field);
}

/**
 * A return is dated no earlier than its goods were received, and its credit no earlier than their bill (rules P13, D6).
 * The lines have been taken off their receipts.
 */
export async function ensureReturnDate(
  tx: Tx,
  days: DocumentDays,
  returned: readonly ReturnedLine[],
): Promise<void> {
  ensureNotBeforeReceipt(
    days,
    returned.map(({ receipt }) => receipt.received_on),
    'business_date',
  );
  const credited = returned.filter(line => line.billedQuantity > 0);
  if (credited.length > 0) ensureNotBeforeBill(days, await findBillsOf(tx, credited), 'business_date');
}

/**
 * The bills of the goods returned. Of a receipt billed in parts, the earliest bills are taken first, up to what has been
 * returned of it.
 */
async function findBillsOf(tx: Tx, credited: readonly ReturnedLine[]): Promise<BilledDays[]> {
  const { rows } = await sql<BilledDays & { receipt: number; quantity: string }>`${preparedStatement}
    select r.goods_received_line_id as receipt, r.quantity::text, b.bill_date, i.business_date as posted_on
    from supplier_bill_receipts r join supplier_bills b on b.id = r.supplier_bill_id and b.reversed_at is null
      left join party_items i on i.document_type = 'supplier_bill' and i.document_id = b.id and i.kind = 'bill'
    where r.goods_received_line_id = ${anyOf(credited.map(({ receipt }) => receipt.id))}
    order by b.bill_date, b.id`.execute(tx);
  return credited.flatMap(({ receipt }) => {
    const parts = rows
      .filter(row => row.receipt === receipt.id)
      .map(row => ({ ...row, quantity: quantityFromText(row.quantity) }));
    const billed = parts.reduce((total, part) => total + part.quantity, 0);
    let returned = billed - receipt.billed_quantity;
    return parts.filter(part => {
      const isNeeded = returned > 0;
      returned -= part.quantity;
      return isNeeded;
    });
  });
}
