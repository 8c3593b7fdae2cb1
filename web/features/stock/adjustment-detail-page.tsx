import { formatMoment } from '#domain/kernel/dates';
import { quantityWords } from '#domain/kernel/unit-words';
import { adjustmentReasonNames } from '#domain/stock/adjustment-reason';
import { type AdjustmentDetail, stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/data-table';
import { Day } from '../../ui/day';
import { type Fact, FactList } from '../../ui/fact-list';
import { Money } from '../../ui/money';
import { JournalLink } from '../../ui/journal-link';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record-or-reason';
import { RecordPage } from '../../ui/record-page';
import { RecordActivity } from '../notes';
import { ProductLink } from './product-link';
import { AdjustButton } from './stock-levels-page';
import { adjustmentById, adjustmentList } from './stock.queries';

/** One stock adjustment: its reason, movements and journal. */
export const AdjustmentDetailPage = () => (
  <RecordOrReason
    record={adjustmentById}
    list={adjustmentList}
    noun="adjustment"
    title="Stock Adjustment"
    back={<BackToAdjustments />}
  >
    {adjustment => <Details adjustment={adjustment} />}
  </RecordOrReason>
);

const BackToAdjustments = () => <BackButton to="/stock/adjustments">Back to list</BackButton>;

function Details({ adjustment }: { adjustment: AdjustmentDetail }) {
  const { can, canCall } = useAccess();
  return (
    <RecordPage
      title={adjustment.number}
      status={adjustmentReasonNames[adjustment.reason]}
      actions={
        <>
          <BackToAdjustments />
          {canCall(stockAdjustments.create) && <AdjustButton />}
        </>
      }
      sections={{
        summary: (
          <Card title="Adjustment">
            <FactList facts={factsOf(adjustment)} />
          </Card>
        ),
        lines: (
          <Card title="Products" flush>
            <DataTable
              label="Products"
              rows={adjustment.lines}
              rowKey={line => line.line}
              columns={can('view_cost') ? [...columns, valueColumn] : columns}
            />
          </Card>
        ),
        history: <RecordActivity recordType="stock_adjustment" recordId={adjustment.id} />,
      }}
    />
  );
}

const factsOf = ({ journal_id, ...adjustment }: AdjustmentDetail): Fact[] => [
  { label: 'Date', value: <Day date={adjustment.business_date} /> },
  { label: 'Reason', value: adjustmentReasonNames[adjustment.reason] },
  ...(adjustment.note === null ? [] : [{ label: 'Note', value: adjustment.note }]),
  { label: 'Posted by', value: adjustment.posted_by },
  { label: 'Posted', value: formatMoment(adjustment.posted_at) },
  ...(adjustment.value === undefined ? [] : [{ label: 'Value', value: <Money pence={adjustment.value} /> }]),
  ...(journal_id === null
    ? []
    : [{ label: 'Journal', value: <JournalLink id={journal_id}>Journal {journal_id}</JournalLink> }]),
];

type Line = AdjustmentDetail['lines'][number];
const signed = ({ quantity, unit }: Pick<Line, 'quantity' | 'unit'>) =>
  `${quantity > 0 ? '+' : ''}${quantityWords(quantity, unit)}`;

const columns: readonly Column<Line>[] = [
  { header: 'Product', minWidth: '140px', cell: line => <ProductLink product={line.product} /> },
  {
    header: 'Quantity',
    align: 'end',
    cell: line => <span className="figures">{line.quantity === 0 ? '—' : signed(line)}</span>,
  },
];
const valueColumn: Column<Line> = {
  header: 'Value',
  align: 'end',
  cell: line => <Money pence={line.value ?? 0} />,
};
