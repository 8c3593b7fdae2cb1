import { type Receipt, receiptOf } from '#domain/sales/receipt';
import { refundSlip } from '#domain/sales/refund-slip';
import type { SaleDetail } from '#domain/sales/sale.contract';
import type { TenderMethod } from '#domain/sales/tender';
import { opensDrawer } from '#domain/settings/payment-methods.contract';
import { defaultReceipt } from '#domain/settings/receipt-layout.contract';
import { createStore } from '../../../platform/store';
import { openDrawerOf, printerOfDevice, printReceipt } from '../../till-printer';
import type { TillPayment } from '#domain/wallet/till-payment.contract';
import { paymentReceipt } from '../engine/payment-receipt';
import { testPage } from '../engine/test-page';
import { paymentRulesHere, tenderNamesHere } from './payment-rules';
import { catalogue, sellerHere } from './products';
import { registerIdOf, registerState } from './register';

/** Why the last receipt or drawer failed; null when neither did. */
export const printTrouble = createStore<string | null>(null);

/** The receipt of a sale, available offline. */
export const receiptHere = (sale: SaleDetail, isFresh: boolean): Receipt =>
  receiptOf(sale, { copy: !isFresh, ...layoutHere() });

/** The same without prices, for the recipient of a gift. It is no copy, because it is no VAT document. */
export const giftReceiptHere = (sale: SaleDetail): Receipt =>
  receiptOf(sale, { gift: true, ...layoutHere() });

function layoutHere() {
  // Catalogues stored by an earlier version have no receipt layout.
  const { logo, ...layout } = catalogue.head()?.receipt ?? { ...defaultReceipt, logo: null };
  return { layout, logo, names: tenderNamesHere() };
}

/** The refund slip. */
export const refundSlipHere = (sale: SaleDetail, note: SaleDetail['credit_notes'][number]): Receipt =>
  refundSlip(sale, note, layoutHere());

/**
 * After a refund: opens the drawer, then prints the slip if receipts print automatically. Returns any
 * problem.
 */
export async function serveRefund(
  sale: SaleDetail,
  note: SaleDetail['credit_notes'][number],
): Promise<string | null> {
  const trouble = await openDrawerFor(note.tenders.map(({ method }) => method));
  if (trouble === null && printerOfDevice.get()?.prints_all) await printHere(refundSlipHere(sale, note));
  return trouble;
}

/** Prints a receipt on this device's printer. */
export async function printHere(receipt: Receipt): Promise<void> {
  printTrouble.set(null);
  printTrouble.set(await printReceipt(receipt));
}

export const printTestPage = (who: string): Promise<void> => printHere(testPage(sellerHere(), who));

/** Opens this till's drawer. Returns any problem. */
export async function openDrawerHere(): Promise<string | null> {
  const registerId = registerIdOf(registerState.get());
  return registerId === null ? null : openDrawerOf(registerId);
}

/** Opens the drawer if one of the payment methods is set to. */
export const openDrawerFor = async (methods: readonly TenderMethod[]): Promise<string | null> =>
  methods.some(method => opensDrawer(paymentRulesHere(), method)) ? openDrawerHere() : null;

/** The receipt of a payment on account or a wallet top-up. */
export function paymentReceiptHere(payment: TillPayment, isFresh: boolean): Receipt {
  const layout = catalogue.head()?.receipt ?? { ...defaultReceipt, logo: null };
  return paymentReceipt(payment, {
    seller: sellerHere(),
    layout,
    names: tenderNamesHere(),
    isCopy: !isFresh,
  });
}

/** After a customer payment: opens the drawer, then prints the receipt if receipts print automatically. */
export async function servePayment(payment: TillPayment): Promise<void> {
  const trouble = await openDrawerFor([payment.payment_method]);
  if (trouble !== null) printTrouble.set(trouble);
  else if (printerOfDevice.get()?.prints_all) await printHere(paymentReceiptHere(payment, true));
}

/**
 * After a sale: opens the drawer first, for the change, then prints the receipt if receipts print
 * automatically.
 */
export async function servePaid(sale: SaleDetail, methods: readonly TenderMethod[]): Promise<void> {
  const trouble = await openDrawerFor(methods);
  if (trouble !== null) printTrouble.set(trouble);
  else if (printerOfDevice.get()?.prints_all) await printHere(receiptHere(sale, true));
}
