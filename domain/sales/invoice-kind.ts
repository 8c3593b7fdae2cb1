import { no, type RuleResult, yes } from '../kernel/rule-result';
import type { SaleDetail } from './sale.contract';

/** The limit for a simplified invoice (rule V20), in pence. */
const simplifiedUpTo = 25_000;

type Sold = Pick<SaleDetail, 'gross' | 'customer' | 'customer_address' | 'invoice_to' | 'by_rate' | 'seller'>;
type Buyer = { readonly name: string; readonly address: string | null };

/** The name on a sale's document: the invoice name, or the customer; none for the walk-in customer. */
export function buyerOf({
  customer,
  customer_address,
  invoice_to,
}: Omit<Sold, 'gross' | 'by_rate' | 'seller'>): Buyer | null {
  if (invoice_to) return invoice_to;
  return customer.is_walk_in ? null : { name: customer.name, address: customer_address };
}

/** Whether a simplified invoice is allowed (rule V20): up to £250 including VAT, with nothing exempt. */
const canBeSimplified = ({ gross, by_rate }: Pick<Sold, 'gross' | 'by_rate'>): boolean =>
  gross <= simplifiedUpTo && by_rate.every(({ vat_code }) => vat_code !== 'E');

/**
 * The kind of document (rules V19, V20, V23). `full`: a VAT invoice, which needs a name and address.
 * `simplified`: a VAT receipt. `receipt`: neither, because a full invoice is required and has no name yet. A
 * seller who is not registered issues an invoice to a named customer and a receipt to others.
 */
export function invoiceKind(sale: Sold): 'full' | 'simplified' | 'receipt' {
  const buyer = buyerOf(sale);
  if (sale.seller.vat_number === null) return buyer ? 'full' : 'receipt';
  if (buyer?.address) return 'full';
  return canBeSimplified(sale) ? 'simplified' : 'receipt';
}

export const invoiceTitles = {
  registered: { full: 'VAT invoice', simplified: 'VAT receipt', receipt: 'Receipt' },
  unregistered: { full: 'Invoice', simplified: 'Receipt', receipt: 'Receipt' },
} as const;

/** Whether to ask for the invoice name: a full invoice is required and has none yet. */
export const needsBuyer = (sale: Sold): boolean =>
  sale.seller.vat_number !== null && invoiceKind(sale) === 'receipt';

/**
 * Whether a sale's invoice can be given a name and address. Details from a customer record stay as issued
 * (K5).
 */
export function canAddressInvoice(sale: Sold & Pick<SaleDetail, 'status' | 'number'>): RuleResult {
  if (sale.status === 'cancelled') return no(`${sale.number} is cancelled, so it has no invoice.`);
  if (!sale.invoice_to && !sale.customer.is_walk_in && sale.customer_address)
    return no(
      `${sale.number} is already addressed to ${sale.customer.name}. To change the customer, edit the sale.`,
    );
  return yes;
}
