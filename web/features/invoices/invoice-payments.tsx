import type { SaleDetail } from '#domain/sales/sale.contract';
import { tenderName } from '../../platform/payment-names';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { receiptName } from './receipt-name';

type Paid = { key: string; date: string; label: string; amount: number; given: number | null };

/** How the sale was paid: at the time, and later from the customer's ledger. */
export const InvoicePayments = ({ sale }: { sale: SaleDetail }) => (
  <Card title="Payments" id="payments" flush>
    <LongTable
      label="Payments"
      rows={paymentsOf(sale)}
      rowKey={paid => paid.key}
      columns={columns}
      empty={sale.gross === 0 ? 'No payment was needed.' : 'No payments yet.'}
    />
  </Card>
);

const paymentsOf = (sale: SaleDetail): Paid[] => [
  ...sale.tenders.map((tender, index) => ({
    key: `tender ${index}`,
    date: sale.business_date,
    label: [tenderName(tender.method), tender.reference].filter(Boolean).join(' '),
    amount: tender.applied,
    given: tender.tendered === tender.applied ? null : tender.tendered,
  })),
  ...sale.receipts.map((receipt, index) => ({
    key: `receipt ${index}`,
    date: receipt.business_date,
    label: receiptName(receipt),
    amount: receipt.amount,
    given: null,
  })),
];

const columns: readonly Column<Paid>[] = [
  { header: 'Date', kind: 'date', cell: paid => <Day date={paid.date} /> },
  { header: 'Method', cell: paid => paid.label },
  {
    header: 'Tendered',
    align: 'end',
    cell: paid => (paid.given === null ? '—' : <Money pence={paid.given} />),
  },
  { header: 'Paid', align: 'end', cell: paid => <Money pence={paid.amount} /> },
];
