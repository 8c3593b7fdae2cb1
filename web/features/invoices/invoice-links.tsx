import { useAccess } from '../../platform/access';
import { TextLink } from '../../ui/links';

/** A sale number, linked for users who may view the sale. */
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

/** A quote number, linked: users who may view an invoice may view its quote. */
export const QuoteLink = ({ quote }: { quote: { id: number; number: string } }) => (
  <TextLink to="/sales/quotes/$id" params={{ id: String(quote.id) }} className="figures" fw={560}>
    {quote.number}
  </TextLink>
);
