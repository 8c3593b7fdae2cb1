import { countryName } from '#domain/countries/country';
import { isExport } from '#domain/countries/vat-by-country';
import { saleChannelNames } from '#domain/sales/sale-state';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { Day, Moment } from '../../ui/dates/day';
import type { Fact } from '../../ui/record/fact-list';
import { JournalLink } from '../../ui/record/journal-link';
import { Money, Outstanding } from '../../ui/money';
import { SummaryCard } from '../../ui/record/summary-card';
import { CustomerLink } from './invoice-links';

/** Customer, dates, channel and totals. */
export const InvoiceInformation = ({ sale }: { sale: SaleDetail }) => (
  <SummaryCard
    title="Sale"
    figures={[
      { label: 'Total', value: <Money pence={sale.gross} /> },
      { label: 'VAT', value: <Money pence={sale.vat} /> },
      { label: 'Refunded', value: <Money pence={sale.refunded} /> },
      {
        label: 'Outstanding',
        value: <Outstanding pence={sale.outstanding} isOverdue={sale.payment_state === 'overdue'} />,
      },
    ]}
    facts={factsOf(sale)}
    notes={sale.notes}
  />
);

const factsOf = (sale: SaleDetail): Fact[] => [
  { label: 'Customer', value: <CustomerLink customer={sale.customer} /> },
  ...(sale.invoice_to
    ? [{ label: 'Invoice addressed to', value: `${sale.invoice_to.name}\n${sale.invoice_to.address}` }]
    : []),
  { label: 'Date', value: <Day date={sale.business_date} /> },
  { label: 'Due', value: <Day date={sale.due_on} /> },
  { label: 'Sold', value: <Moment at={sale.sold_at} /> },
  { label: 'Sold by', value: sale.sold_by },
  { label: 'Sold at', value: sale.register?.name ?? saleChannelNames[sale.channel] },
  { label: 'Customer reference', value: sale.customer_reference },
  { label: 'Prices', value: sale.price_mode === 'inclusive' ? 'Including VAT' : 'Excluding VAT' },
  ...(sale.receipt_number ? [{ label: 'Receipt', value: sale.receipt_number }] : []),
  ...(sale.sent_by ? [{ label: 'Sent by', value: sale.sent_by }] : []),
  ...(sale.till_time ? [{ label: 'Till clock', value: <Moment at={sale.till_time} /> }] : []),
  ...(sale.was_offline ? [{ label: 'Recorded', value: <Moment at={sale.recorded_at} /> }] : []),
  ...(sale.delivery_address === null ? [] : [{ label: 'Deliver to', value: sale.delivery_address }]),
  ...(isExport(sale.delivery_country)
    ? [{ label: 'Country of delivery', value: countryName(sale.delivery_country) }]
    : []),
  ...(sale.journal_id === null ? [] : [{ label: 'Journal', value: <JournalLink id={sale.journal_id} /> }]),
];
