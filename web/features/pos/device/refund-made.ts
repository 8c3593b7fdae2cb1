import type { BodySent } from '#domain/kernel/call';
import { type Pence, penceFromPounds, sum } from '#domain/kernel/money';
import type { Receipt } from '#domain/sales/receipt';
import { sales } from '#domain/sales/sale.contract';
import { request } from '../../../platform/api';
import { printerOfDevice } from '../../till-printer';
import type { EnteredTender } from '../engine/pay';
import { printHere, refundSlipHere } from './print';

/** The money that an exchange or an edited sale gave back. */
export type RefundMade = {
  readonly amount: Pence;
  readonly tenders: readonly EnteredTender[];
  /** The sale that was credited. */
  readonly saleNumber: string;
  /** Its credit note; null for the latest one. */
  readonly noteNumber: string | null;
};

/** From the request that was sent. */
export function refundMade(
  sent: BodySent<typeof sales.refund>['tenders'],
  credited: Pick<RefundMade, 'saleNumber' | 'noteNumber'>,
): RefundMade | null {
  const tenders = (sent ?? []).map(({ method, amount: pounds, reference }) => ({
    method,
    tendered: penceFromPounds(pounds),
    reference: reference ?? '',
  }));
  const amount = sum(tenders.map(({ tendered }) => tendered));
  return amount > 0 ? { ...credited, amount, tenders } : null;
}

/** The slip of its credit note. */
export async function slipOf({ saleNumber, noteNumber }: RefundMade): Promise<Receipt> {
  const sale = await request(sales.find, { query: { number: saleNumber }, shownInPlace: true });
  const note = sale.credit_notes.findLast(({ number }) => noteNumber === null || number === noteNumber);
  if (!note) throw new Error(`${saleNumber} has no credit note`);
  return refundSlipHere(sale, note);
}

/** Prints the slip where receipts print automatically. The receipt dialog offers it again. */
export async function serveSlip(refund: RefundMade): Promise<void> {
  if (printerOfDevice.get()?.prints_all) await printHere(await slipOf(refund));
}
