import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { formatMoment } from '#domain/kernel/dates';
import { quantityWords } from '#domain/kernel/unit-words';
import { adjustmentReasonNames } from '#domain/stock/adjustment-reason';
import { type AdjustmentDetail, stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { useAccess } from '../../platform/access';
import { usePageTitle } from '../../platform/page-title';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/data-table';
import { Day } from '../../ui/day';
import { FactList } from '../../ui/fact-list';
import { Money } from '../../ui/money';
import { PageHeader } from '../../ui/page-header';
import { JournalLink } from '../../ui/journal-link';
import { BackButton } from '../../ui/page-link';
import { RecordActivity } from '../notes';
import { ProductLink } from './product-link';
import { AdjustButton } from './stock-levels-page';
import { adjustmentById } from './stock.queries';

/** One stock adjustment: its reason, movements and journal. */
export function AdjustmentDetailPage() {
  const id = Number(useParams({ strict: false }).id);
  const isNumber = Number.isSafeInteger(id) && id > 0;
  const { canCall } = useAccess();
  const page = useQuery(adjustmentById(isNumber ? id : undefined));
  const title = page.data?.number ?? 'Stock Adjustment';
  usePageTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        detail={page.data && adjustmentReasonNames[page.data.reason]}
        actions={
          <>
            {canCall(stockAdjustments.list) && <BackButton to="/stock/adjustments">Back to list</BackButton>}
            {canCall(stockAdjustments.create) && <AdjustButton />}
          </>
        }
      />
      {page.data ? (
        <AdjustmentCards adjustment={page.data} />
      ) : page.isError || !isNumber ? (
        <Alert role="alert" color="red" variant="light">
          Adjustment not found
        </Alert>
      ) : (
        <Skeleton height={280} />
      )}
    </>
  );
}

function AdjustmentCards({ adjustment }: { adjustment: AdjustmentDetail }) {
  const { can } = useAccess();
  const { journal_id } = adjustment;
  return (
    <>
      <Card title="Adjustment">
        <FactList
          facts={[
            { label: 'Date', value: <Day date={adjustment.business_date} /> },
            { label: 'Reason', value: adjustmentReasonNames[adjustment.reason] },
            ...(adjustment.note === null ? [] : [{ label: 'Note', value: adjustment.note }]),
            { label: 'Posted by', value: adjustment.posted_by },
            { label: 'Posted', value: formatMoment(adjustment.posted_at) },
            ...(adjustment.value === undefined
              ? []
              : [{ label: 'Value', value: <Money pence={adjustment.value} /> }]),
            ...(journal_id === null
              ? []
              : [
                  {
                    label: 'Journal',
                    value: <JournalLink id={journal_id}>Journal {journal_id}</JournalLink>,
                  },
                ]),
          ]}
        />
      </Card>
      <Card title="Products" flush>
        <DataTable
          label="Products"
          rows={adjustment.lines}
          rowKey={line => line.line}
          columns={can('view_cost') ? [...columns, valueColumn] : columns}
        />
      </Card>
      <RecordActivity recordType="stock_adjustment" recordId={adjustment.id} />
    </>
  );
}

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
