import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { formatMoment } from '#domain/kernel/dates';
import { quantityWords } from '#domain/kernel/unit-words';
import { adjustmentReasonNames } from '#domain/stock/adjustment-reason';
import { type AdjustmentDetail, stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { useAccess } from '../../platform/access';
import { everything } from '../../platform/reload';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { counted } from '../../ui/counted';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import type { Fact } from '../../ui/record/fact-list';
import { JournalLink } from '../../ui/record/journal-link';
import { TextLink } from '../../ui/links';
import { Money } from '../../ui/money';
import { onDemand } from '../../ui/on-demand';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { RecordPage } from '../../ui/record/record-page';
import { SummaryCard } from '../../ui/record/summary-card';
import type { Tile } from '../../ui/tiles';
import { useRecordDialogs } from '../../ui/record/use-record-dialogs';
import { RecordActivity } from '../notes';
import { ProductLink } from './product-link';
import { adjustButton } from './stock-levels-page';
import { adjustmentById, adjustmentList } from './stock.queries';

const ReverseDialog = onDemand(
  async () => (await import('./reverse-adjustment-dialog')).ReverseAdjustmentDialog,
);

/** One stock adjustment: its reason, movements, journal and reversal. */
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

const BackToAdjustments = () => <BackButton to="/stock/adjustments">Back to List</BackButton>;

function Details({ adjustment }: { adjustment: AdjustmentDetail }) {
  const { can, canCall } = useAccess();
  const { notices, open, setOpen, close, changed } = useRecordDialogs<'reverse'>(everything);
  const canReverse = adjustment.can_reverse.allowed && canCall(stockAdjustments.reverse);
  return (
    <RecordPage
      title={adjustment.number}
      status={
        <>
          {adjustmentReasonNames[adjustment.reason]}
          {adjustment.reversed_by !== null && <Badge tone="secondary">Reversed</Badge>}
        </>
      }
      actions={
        <>
          <BackToAdjustments />
          {canReverse && (
            <Button variant="default" leftSection={<Undo2 size={16} />} onClick={() => setOpen('reverse')}>
              Reverse
            </Button>
          )}
          {canCall(stockAdjustments.create) && adjustButton}
        </>
      }
      notices={notices}
      sections={{
        summary: (
          <SummaryCard
            title="Adjustment"
            figures={figuresOf(adjustment)}
            facts={factsOf(adjustment)}
            notes={null}
          />
        ),
        lines: (
          <Card title="Products" flush>
            <DataTable
              label="Products"
              rows={adjustment.lines}
              rowKey={line => line.line}
              columns={can('view_cost') ? [...columns, valueColumn] : columns}
              keepsColumns
            />
          </Card>
        ),
        history: <RecordActivity recordType="stock_adjustment" recordId={adjustment.id} />,
      }}
    >
      {open && <ReverseDialog adjustment={adjustment} onClose={close} onDone={changed} />}
    </RecordPage>
  );
}

/** Quantities of several products, in several units, have no sum. */
function figuresOf({ lines, products, value }: AdjustmentDetail): Tile[] {
  const [line, ...others] = lines;
  return [
    { label: 'Products', value: counted(products) },
    ...(line && others.length === 0 && line.quantity !== 0
      ? [{ label: 'Quantity', value: signed(line) }]
      : []),
    ...(value === undefined ? [] : [{ label: 'Value', value: <Money pence={value} /> }]),
  ];
}

const factsOf = ({ journal_id, ...adjustment }: AdjustmentDetail): Fact[] => [
  { label: 'Date', value: <Day date={adjustment.business_date} /> },
  { label: 'Reason', value: adjustmentReasonNames[adjustment.reason] },
  ...(adjustment.note === null ? [] : [{ label: 'Note', value: adjustment.note }]),
  ...(adjustment.reverses === null
    ? []
    : [{ label: 'Reverses', value: <AdjustmentLink adjustment={adjustment.reverses} /> }]),
  ...(adjustment.reverses_count === null
    ? []
    : [
        {
          label: 'Reverses',
          value: (
            <TextLink to="/stock/counts/$id" params={{ id: String(adjustment.reverses_count.id) }}>
              {adjustment.reverses_count.number}
            </TextLink>
          ),
        },
      ]),
  ...(adjustment.reversed_by === null
    ? []
    : [{ label: 'Reversed by', value: <AdjustmentLink adjustment={adjustment.reversed_by} /> }]),
  { label: 'Posted by', value: adjustment.posted_by },
  { label: 'Posted', value: formatMoment(adjustment.posted_at) },
  ...(journal_id === null
    ? []
    : [{ label: 'Journal', value: <JournalLink id={journal_id}>Journal {journal_id}</JournalLink> }]),
];

const AdjustmentLink = ({ adjustment }: { adjustment: { id: number; number: string } }) => (
  <TextLink to="/stock/adjustments/$id" params={{ id: String(adjustment.id) }}>
    {adjustment.number}
  </TextLink>
);

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
