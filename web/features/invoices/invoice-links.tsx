import { useAccess } from '../../platform/access';
import { TextLink } from '../../ui/links';

/** The number of a sale, leading to its page for those who may open it. */
export const InvoiceLink = ({ sale }: { sale: { id: number; number: string } }) =>
  useAccess().can('view_sale') ? (
    <TextLink to="/sales/invoices/$id" params={{ id: String(sale.id) }} className="figures" fw={560}>
      {sale.number}
    </TextLink>
  ) : (
    <strong className="figures">{sale.number}</strong>
  );

export const CustomerLink = ({ customer }: { customer: { id: number; name: string } }) =>
  useAccess().can('view_customer') ? (
    <TextLink to="/customers/view/$id" params={{ id: String(customer.id) }}>
      {customer.name}
    </TextLink>
  ) : (
    customer.name
  );

/** The number of a quote, leading to its page: whoever sees an invoice may see what it was made of. */
export const QuoteLink = ({ quote }: { quote: { id: number; number: string } }) => (
  <TextLink to="/sales/quotes/$id" params={{ id: String(quote.id) }} className="figures" fw={560}>
    {quote.number}
  </TextLink>
);
