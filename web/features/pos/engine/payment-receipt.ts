import { formatDate, formatMoment } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import type { CatalogueHead } from '#domain/pos/pos.contract';
import type { Receipt } from '#domain/sales/receipt';
import type { TenderMethod } from '#domain/sales/tender';
import type { TillPayment } from '#domain/wallet/till-payment.contract';

type Shown = {
  readonly seller: CatalogueHead['seller'];
  readonly layout: CatalogueHead['receipt'];
  readonly names: Readonly<Record<TenderMethod, string>>;
  readonly isCopy: boolean;
};

/** The receipt of a payment on account or a wallet top-up. There is no supply, so no VAT (rule V15). */
export function paymentReceipt(payment: TillPayment, { seller, layout, names, isCopy }: Shown): Receipt {
  const facts: [string, string | null][] = [
    ['Number', payment.number],
    ['Date', formatDate(payment.business_date)],
    ['Time', formatMoment(payment.taken_at)],
    ['Customer', `${payment.customer.name} (${payment.customer.number})`],
    ['Till', payment.register_name],
    ['Served by', layout.shows_served_by ? payment.taken_by : null],
    ['Status', payment.status === 'completed' ? null : 'Reversed'],
  ];
  return {
    title: payment.kind === 'top_up' ? 'Wallet top-up' : 'Payment receipt',
    isFull: false,
    isCopy,
    isGift: false,
    seller: { name: seller.name, lines: [...seller.lines] },
    logo: layout.shows_logo ? layout.logo : null,
    header: layout.header,
    facts: facts.filter((fact): fact is [string, string] => fact[1] !== null),
    lines: [],
    totals: [
      ...payment.pays.map(({ document_number, amount }): [string, string] => [
        `Paid on ${document_number ?? 'account'}`,
        formatPounds(amount),
      ]),
      ['Received', formatPounds(payment.amount)],
    ],
    vat: [],
    payments: [
      [
        payment.reference
          ? `${names[payment.payment_method]} ${payment.reference}`
          : names[payment.payment_method],
        formatPounds(payment.amount),
      ],
      ...(isCopy ? [] : balanceLines(payment)),
    ],
    footer: layout.footer,
    code: payment.number,
    hasBarcode: layout.shows_barcode,
  };
}

/** The customer's balance now. A copy leaves it out, because it would be that of another day. */
const balanceLines = ({ balance, wallet }: TillPayment): [string, string][] => [
  ...(balance > 0 ? [['Balance due', formatPounds(balance)] as [string, string]] : []),
  ...(wallet > 0 ? [['Wallet balance', formatPounds(wallet)] as [string, string]] : []),
];
