import { no, type Verdict, yes } from '../kernel/verdict';
import type { SaleDetail } from './sale.contract';

/** Up to here a till may give a simplified invoice (rule V20), in pence. */
const simplifiedUpTo = 25_000;

type Sold = Pick<SaleDetail, 'gross' | 'customer' | 'customer_address' | 'invoice_to' | 'by_rate' | 'seller'>;
type Buyer = { readonly name: string; readonly address: string | null };

/** Whom the paper of a sale names: who asked for an invoice, or the customer it was sold to; nobody for a walk-in. */
export function buyerOf({
  customer,
  customer_address,
  invoice_to,
}: Omit<Sold, 'gross' | 'by_rate' | 'seller'>): Buyer | null {
  if (invoice_to) return invoice_to;
  return customer.is_walk_in ? null : { name: customer.name, address: customer_address };
}

/** Whether a simplified invoice is enough (rule V20): up to £250 with VAT, and nothing exempt in it. */
const mayBeSimplified = ({ gross, by_rate }: Pick<Sold, 'gross' | 'by_rate'>): boolean =>
  gross <= simplifiedUpTo && by_rate.every(({ vat_code }) => vat_code !== 'E');

/**
 * What the paper of a sale is (rules V19, V20, V23). `full`: a VAT invoice, which needs the customer's name and address.
 * `simplified`: a VAT receipt. `receipt`: neither, because the law asks for a full invoice and nobody has said for whom. A
 * seller who is not registered gives an invoice to somebody with a name, and a receipt to everybody else.
 */
export function invoiceKind(sale: Sold): 'full' | 'simplified' | 'receipt' {
  const buyer = buyerOf(sale);
  if (sale.seller.vat_number === null) return buyer ? 'full' : 'receipt';
  if (buyer?.address) return 'full';
  return mayBeSimplified(sale) ? 'simplified' : 'receipt';
}

export const invoiceTitles = {
  registered: { full: 'VAT invoice', simplified: 'VAT receipt', receipt: 'Receipt' },
  unregistered: { full: 'Invoice', simplified: 'Receipt', receipt: 'Receipt' },
} as const;

/** Whether somebody is asked for whom the invoice is: the rules want a full one, and the paper cannot be it yet. */
export const asksForBuyer = (sale: Sold): boolean =>
  sale.seller.vat_number !== null && invoiceKind(sale) === 'receipt';

/** Whether a name and address may be put on the invoice of a sale. What a customer's record gave stays as it was issued (K5). */
export function canAddressInvoice(sale: Sold & Pick<SaleDetail, 'status' | 'number'>): Verdict {
  if (sale.status === 'cancelled') return no(`${sale.number} is cancelled, so it has no invoice.`);
  if (!sale.invoice_to && !sale.customer.is_walk_in && sale.customer_address)
    return no(
      `${sale.number} is already addressed to ${sale.customer.name}. To change the customer, edit the sale.`,
    );
  return yes;
}
