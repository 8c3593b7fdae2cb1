import { type Receipt, receiptOf } from '#domain/sales/receipt';
import type { SaleDetail } from '#domain/sales/sale.contract';
import type { TenderMethod } from '#domain/sales/tender';
import { opensDrawer } from '#domain/settings/payment-methods.contract';
import { usualReceipt } from '#domain/settings/receipt-layout.contract';
import { createStore } from '../../../platform/store';
import { openDrawerOf, printerOfDevice, printReceipt } from '../../till-printer';
import type { TillPayment } from '#domain/wallet/till-payment.contract';
import { paymentReceipt } from '../engine/payment-receipt';
import { testPage } from '../engine/test-page';
import { paymentRulesHere, tenderNamesHere } from './payment-rules';
import { catalogue, sellerHere } from './products';
import { registerIdOf, registerState } from './register';

/** What stood in the way of the last receipt or drawer; null while nothing does. */
export const printTrouble = createStore<string | null>(null);

/** What stands on the paper of a sale here, known without a network. */
export function receiptHere(sale: SaleDetail, isFresh: boolean): Receipt {
  // A catalogue that was kept before receipts had a layout has none.
  const { logo, ...layout } = catalogue.head()?.receipt ?? { ...usualReceipt, logo: null };
  return receiptOf(sale, { copy: !isFresh, layout, logo, names: tenderNamesHere() });
}

/** Prints a receipt on the printer of this device. */
export async function printHere(receipt: Receipt): Promise<void> {
  printTrouble.set(null);
  printTrouble.set(await printReceipt(receipt));
}

export const printTestPage = (who: string): Promise<void> => printHere(testPage(sellerHere(), who));

/** Opens the drawer of this till. Answers what stood in the way. */
export async function openDrawerHere(): Promise<string | null> {
  const registerId = registerIdOf(registerState.get());
  return registerId === null ? null : openDrawerOf(registerId);
}

/** The same, when one of the methods has it opened. */
export const openDrawerFor = async (methods: readonly TenderMethod[]): Promise<string | null> =>
  methods.some(method => opensDrawer(paymentRulesHere(), method)) ? openDrawerHere() : null;

/** The paper of a payment on account or a top-up. */
export function paymentReceiptHere(payment: TillPayment, isFresh: boolean): Receipt {
  const layout = catalogue.head()?.receipt ?? { ...usualReceipt, logo: null };
  return paymentReceipt(payment, {
    seller: sellerHere(),
    layout,
    names: tenderNamesHere(),
    isCopy: !isFresh,
  });
}

/** After such a payment: the drawer, then the receipt where each is printed. */
export async function servePayment(payment: TillPayment): Promise<void> {
  const trouble = await openDrawerFor([payment.payment_method]);
  if (trouble !== null) printTrouble.set(trouble);
  else if (printerOfDevice.get()?.prints_all) await printHere(paymentReceiptHere(payment, true));
}

/** After paying: the drawer first, for the change; then the receipt, where each is printed. */
export async function servePaid(sale: SaleDetail, methods: readonly TenderMethod[]): Promise<void> {
  const trouble = await openDrawerFor(methods);
  if (trouble !== null) printTrouble.set(trouble);
  else if (printerOfDevice.get()?.prints_all) await printHere(receiptHere(sale, true));
}
