import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAccess } from '../../platform/access';

/** The number of a sale, leading to its page for those who may open it. */
export const InvoiceLink = ({ sale }: { sale: { id: number; number: string } }) =>
  useAccess().can('view_sale') ? (
    <Anchor
      component={Link}
      to="/sales/invoices/$id"
      params={{ id: String(sale.id) } as never}
      className="figures"
      fw={560}
    >
      {sale.number}
    </Anchor>
  ) : (
    <strong className="figures">{sale.number}</strong>
  );

export const CustomerLink = ({ customer }: { customer: { id: number; name: string } }) =>
  useAccess().can('view_customer') ? (
    <Anchor component={Link} to="/customers/view/$id" params={{ id: String(customer.id) } as never}>
      {customer.name}
    </Anchor>
  ) : (
    customer.name
  );

/** The number of a quote, leading to its page: whoever sees an invoice may see what it was made of. */
export const QuoteLink = ({ quote }: { quote: { id: number; number: string } }) => (
  <Anchor
    component={Link}
    to="/sales/quotes/$id"
    params={{ id: String(quote.id) } as never}
    className="figures"
    fw={560}
  >
    {quote.number}
  </Anchor>
);
