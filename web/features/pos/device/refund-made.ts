import type { BodySent } from '#domain/kernel/call';
import { type Pence, penceFromPounds, sum } from '#domain/kernel/money';
import type { Receipt } from '#domain/sales/receipt';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
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
  /** The id its credit note was sent with: there may be later ones. */
  readonly clientId: string;
};

/** From the request that was sent. */
export function refundMade(
  sent: BodySent<typeof sales.refund>['tenders'],
  credited: Pick<RefundMade, 'saleNumber' | 'clientId'>,
): RefundMade | null {
  const tenders = (sent ?? []).map(({ method, amount: pounds, reference }) => ({
    method,
    tendered: penceFromPounds(pounds),
    reference: reference ?? '',
  }));
  const amount = sum(tenders.map(({ tendered }) => tendered));
  return amount > 0 ? { ...credited, amount, tenders } : null;
}

/** The credit note that was sent with this id. The reply to a repeated request may have later ones. */
export const noteOf = (sale: SaleDetail, clientId: string): SaleDetail['credit_notes'][number] | undefined =>
  sale.credit_notes.find(({ client_id }) => client_id === clientId);

/** The slip of its credit note. */
export async function slipOf({ saleNumber, clientId }: RefundMade): Promise<Receipt> {
  const sale = await request(sales.find, { query: { number: saleNumber }, shownInPlace: true });
  const note = noteOf(sale, clientId);
  if (!note) throw new Error(`${saleNumber} has no credit note`);
  return refundSlipHere(sale, note);
}

/** Prints the slip where receipts print automatically. The receipt dialog offers it again. */
export async function serveSlip(refund: RefundMade): Promise<void> {
  if (printerOfDevice.get()?.prints_all) await printHere(await slipOf(refund));
}
