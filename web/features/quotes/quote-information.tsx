import { countryName } from '#domain/countries/country';
import { isExport } from '#domain/countries/vat-by-country';
import type { QuoteDetail } from '#domain/quotes/quote.contract';
import { Day } from '../../ui/dates/day';
import type { Fact } from '../../ui/record/fact-list';
import { Money } from '../../ui/money';
import { SummaryCard } from '../../ui/record/summary-card';
import { CustomerLink } from '../invoices';

/** Customer, validity and totals. */
export const QuoteInformation = ({ quote }: { quote: QuoteDetail }) => (
  <SummaryCard
    title="Quote"
    figures={[
      { label: 'Total', value: <Money pence={quote.gross} /> },
      { label: 'VAT', value: <Money pence={quote.vat} /> },
      { label: 'Valid until', value: <Day date={quote.valid_until} /> },
    ]}
    facts={factsOf(quote)}
    notes={quote.notes}
  />
);

const factsOf = (quote: QuoteDetail): Fact[] => [
  { label: 'Customer', value: <CustomerLink customer={quote.customer} /> },
  { label: 'Date', value: <Day date={quote.quoted_on} /> },
  { label: 'Quoted by', value: quote.quoted_by },
  { label: 'Customer reference', value: quote.customer_reference },
  { label: 'Prices', value: quote.price_mode === 'inclusive' ? 'Including VAT' : 'Excluding VAT' },
  ...(quote.delivery_address === null ? [] : [{ label: 'Deliver to', value: quote.delivery_address }]),
  ...(isExport(quote.delivery_country)
    ? [{ label: 'Country of delivery', value: countryName(quote.delivery_country) }]
    : []),
];
