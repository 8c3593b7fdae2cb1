import type { QuoteShown } from '#domain/quotes/quote.contract';
import type { RelatedSale } from '#domain/sales/related-sale';
import type { SaleDetail } from '#domain/sales/sale.contract';
import type { PageAddress } from '../../platform/page-path';
import { tenderName } from '../../platform/payment-names';
import { Badge } from '../../ui/badge';
import type { ChainDocument, ChainStage } from '../../ui/record/record-chain';
import { PaymentBadge, SaleBadge } from './invoice-badges';
import { receiptName } from './receipt-name';

type NamedQuote = NonNullable<SaleDetail['quote']>;
type NamedSale = NonNullable<SaleDetail['replaces']>;

/** The documents of a sale, on its own page. */
export const chainOfSale = (sale: SaleDetail): ChainStage[] => [
  quoteStage(sale.quote, 'other'),
  {
    name: 'Invoice',
    documents: [
      ...(sale.replaces ? [replaced(sale.replaces)] : []),
      documentOf(sale, null),
      ...(sale.replaced_by ? [{ ...replaced(sale.replaced_by), state: undefined }] : []),
    ],
  },
  ...settledBy(sale, { payments: '#payments', credits: '#credit-notes' }),
];

/** The documents of a quote, on its own page. */
export function chainOfQuote(quote: QuoteShown): ChainStage[] {
  const { invoice } = quote;
  if (!invoice) return [];
  const page = addressOf(invoice);
  return [
    quoteStage(quote, 'this'),
    { name: 'Invoice', documents: [documentOf(invoice, page)] },
    ...settledBy(invoice, { payments: page, credits: page }),
  ];
}

const addressOf = ({ id }: { id: number }): PageAddress => `/sales/invoices/${id}`;

const quoteStage = (quote: NamedQuote | null, page: 'this' | 'other'): ChainStage => ({
  name: 'Quote',
  documents: quote
    ? [
        {
          key: 'quote',
          number: quote.number,
          date: quote.quoted_on,
          amount: quote.gross,
          link: page === 'this' ? null : `/sales/quotes/${quote.id}`,
        },
      ]
    : [],
});

const documentOf = (sale: RelatedSale, link: ChainDocument['link']): ChainDocument => ({
  key: String(sale.id),
  number: sale.number,
  date: sale.business_date,
  amount: sale.gross,
  state: sale.payment_state ? <PaymentBadge state={sale.payment_state} /> : <SaleBadge status="cancelled" />,
  link,
});

const replaced = (sale: NamedSale): ChainDocument => ({
  key: String(sale.id),
  number: sale.number,
  date: sale.business_date,
  amount: sale.gross,
  state: <Badge tone="secondary">Replaced</Badge>,
  link: addressOf(sale),
});

type Links = Readonly<Record<'payments' | 'credits', NonNullable<ChainDocument['link']>>>;

const settledBy = (sale: RelatedSale, { payments, credits }: Links): ChainStage[] => [
  {
    name: 'Payments',
    documents: [
      ...sale.tenders.map((tender, index) => ({
        key: `tender ${index}`,
        number: tenderName(tender.method),
        date: sale.business_date,
        amount: tender.applied,
        link: payments,
      })),
      ...sale.receipts.map((receipt, index) => ({
        key: `receipt ${index}`,
        number: receiptName(receipt),
        date: receipt.business_date,
        amount: receipt.amount,
        link: payments,
      })),
    ],
  },
  {
    name: 'Credit notes',
    documents: sale.credit_notes.map(note => ({
      key: String(note.id),
      number: note.number,
      date: note.business_date,
      amount: note.gross,
      link: credits,
    })),
  },
];
