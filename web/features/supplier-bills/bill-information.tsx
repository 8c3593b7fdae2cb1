import { reverseChargeNames } from '#domain/purchase-orders/reverse-charge';
import { billKindNames, type SupplierBillDetail } from '#domain/purchase-orders/supplier-bill.contract';
import { isPast } from '../../ui/form/dated-fields';
import { Day, Moment } from '../../ui/dates/day';
import type { Fact } from '../../ui/record/fact-list';
import { JournalLink } from '../../ui/record/journal-link';
import { Money, Outstanding } from '../../ui/money';
import { PageLink } from '../../ui/page-link';
import { SummaryCard } from '../../ui/record/summary-card';
import { OrderLink } from '../purchase-orders';

type Props = { bill: SupplierBillDetail };

/** What is owed on a bill, its supplier, dates and postings. */
export const BillInformation = ({ bill }: Props) => (
  <SummaryCard
    title="Bill"
    figures={[
      { label: 'Total', value: <Money pence={bill.gross} /> },
      { label: 'VAT', value: <Money pence={bill.vat} /> },
      {
        label: 'Settled',
        value: bill.reversed_at === null ? <Money pence={bill.gross - bill.outstanding} /> : '—',
      },
      {
        label: 'Outstanding',
        value: <Outstanding pence={bill.outstanding} isOverdue={isPast(bill.due_on)} />,
      },
    ]}
    facts={[...factsOf(bill), ...postingsOf(bill)]}
    notes={null}
  />
);

const factsOf = (bill: SupplierBillDetail): Fact[] => [
  {
    label: 'Supplier',
    value: <PageLink to={`/suppliers/${bill.supplier.id}`}>{bill.supplier.name}</PageLink>,
  },
  { label: 'Supplier’s bill number', value: bill.supplier_bill_number },
  { label: 'For', value: billKindNames[bill.kind] },
  ...(bill.order === null
    ? []
    : [{ label: 'Order', value: <OrderLink id={bill.order.id}>{bill.order.po_number}</OrderLink> }]),
  { label: 'Date', value: <Day date={bill.bill_date} /> },
  { label: 'Due', value: <Day date={bill.due_on} /> },
  ...(bill.reverse_charge === null
    ? []
    : [{ label: 'VAT treatment', value: reverseChargeNames[bill.reverse_charge] }]),
  ...(bill.kind === 'goods' ? [{ label: 'Three-way match', value: <Match bill={bill} /> }] : []),
];

/** The postings of a bill, and its reversal. */
const postingsOf = (bill: SupplierBillDetail): Fact[] => [
  ...(bill.posted_on === null || bill.posted_on === bill.bill_date
    ? []
    : [{ label: 'Posted on', value: <Day date={bill.posted_on} /> }]),
  { label: 'Recorded by', value: bill.posted_by },
  { label: 'Recorded', value: <Moment at={bill.posted_at} /> },
  { label: 'Journal', value: bill.journal_id && <Posting id={bill.journal_id} /> },
  ...(bill.reversed_at === null
    ? []
    : [
        {
          label: 'Reversed',
          value: (
            <>
              <Moment at={bill.reversed_at} />
              {bill.reversal_reason !== null && `: ${bill.reversal_reason}`}
            </>
          ),
        },
        {
          label: 'Reversal',
          value: bill.reversal_journal_id && <Posting id={bill.reversal_journal_id} />,
        },
      ]),
];

const Posting = ({ id }: { id: number }) => <JournalLink id={id}>Journal {id}</JournalLink>;

/** What is billed above or below what was received. */
const Match = ({ bill: { difference } }: Props) =>
  difference === 0 ? (
    'As received'
  ) : (
    <>
      <Money pence={Math.abs(difference)} /> {difference > 0 ? 'more' : 'less'} than received
    </>
  );
