import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { formatDate, formatMoment } from '#domain/kernel/dates';
import {
  type AdjustableBox,
  adjustableBoxes,
  adjustmentReasonNames,
} from '#domain/vat-returns/vat-adjustment';
import { type VatAdjustment, vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { boxHelp } from '#domain/vat-returns/vat-adjustment-words';
import { useAccess } from '../../platform/access';
import { AccountName } from '../../ui/account-name';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { DocumentLink } from '../../ui/record/document-link';
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
import { everything } from '../../platform/reload';
import { RecordActivity } from '../notes';
import { BoxChange } from './box-change';
import './vat-adjustments.css';
import { adjustmentById, adjustmentList } from './vat-adjustments.queries';

const ReverseDialog = onDemand(
  async () => (await import('./reverse-adjustment-dialog')).ReverseAdjustmentDialog,
);

/** One VAT adjustment: its boxes, its posting and its reversal. */
export const VatAdjustmentDetailPage = () => (
  <RecordOrReason
    record={adjustmentById}
    list={adjustmentList}
    noun="VAT adjustment"
    title="VAT Adjustment"
    back={<BackToAdjustments />}
  >
    {adjustment => <Details adjustment={adjustment} />}
  </RecordOrReason>
);

const BackToAdjustments = () => <BackButton to="/vat-adjustments">Back to List</BackButton>;

function Details({ adjustment }: { adjustment: VatAdjustment }) {
  const { canCall } = useAccess();
  const { notices, open, setOpen, close, changed } = useRecordDialogs<'reverse'>(everything);
  const canReverse = adjustment.can_reverse.allowed && canCall(vatAdjustments.reverse);
  return (
    <RecordPage
      title={adjustment.number}
      status={
        <>
          {adjustmentReasonNames[adjustment.reason]}
          {adjustment.is_reversed && <Badge tone="secondary">Reversed</Badge>}
        </>
      }
      actions={
        <>
          <BackToAdjustments />
          {canReverse && (
            <Button leftSection={<Undo2 size={16} />} onClick={() => setOpen('reverse')}>
              Reverse
            </Button>
          )}
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
        lines: <Lines adjustment={adjustment} />,
        history: <RecordActivity recordType="vat_adjustment" recordId={adjustment.id} />,
      }}
    >
      {open && (
        <ReverseDialog
          adjustment={adjustment}
          onClose={close}
          onDone={() => changed('Adjustment reversed.')}
        />
      )}
    </RecordPage>
  );
}

const Lines = ({ adjustment }: { adjustment: VatAdjustment }) => (
  <>
    <Card title="Boxes" flush>
      <DataTable label="Boxes" rows={adjustableBoxes} rowKey={box => box} columns={boxColumns(adjustment)} />
    </Card>
    {adjustment.reliefs.length > 0 && (
      <Card title="Documents" flush>
        <DataTable
          label="Documents"
          rows={adjustment.reliefs}
          rowKey={line => line.item_id}
          columns={reliefColumns}
        />
      </Card>
    )}
  </>
);

const figuresOf = ({ box_1, box_4, net }: VatAdjustment): Tile[] => [
  { label: 'VAT due (box 1)', value: <BoxChange pence={box_1} /> },
  { label: 'VAT reclaimed (box 4)', value: <BoxChange pence={box_4} /> },
  { label: 'Net amount', value: <Money pence={net} /> },
];

function factsOf(adjustment: VatAdjustment) {
  const { account, vat_return: vatReturn, reversal, date_reason: dateReason } = adjustment;
  return [
    { label: 'Date', value: <Day date={adjustment.business_date} /> },
    { label: 'Description', value: adjustment.description },
    {
      label: 'VAT return',
      value: vatReturn && (
        <TextLink to="/reports/vat-return/$to" params={{ to: vatReturn.to }}>
          To {formatDate(vatReturn.to)}
          {vatReturn.is_filed ? ', filed' : ''}
        </TextLink>
      ),
    },
    { label: 'Balancing account', value: account && <AccountName account={account} /> },
    {
      label: 'Journal',
      value: <JournalLink id={adjustment.journal_id}>Journal {adjustment.journal_id}</JournalLink>,
    },
    { label: 'Posted by', value: adjustment.posted_by },
    { label: 'Posted', value: formatMoment(adjustment.posted_at) },
    ...(dateReason === null ? [] : [{ label: 'Reason for backdating', value: dateReason }]),
    ...(reversal === null
      ? []
      : [
          {
            label: 'Reversed',
            value: (
              <>
                <Day date={reversal.business_date} />,{' '}
                <JournalLink id={reversal.journal_id}>Journal {reversal.journal_id}</JournalLink>:{' '}
                {reversal.reason}
              </>
            ),
          },
        ]),
  ];
}

const boxColumns = (adjustment: VatAdjustment): Column<AdjustableBox>[] => [
  { header: 'Box', width: '56px', cell: box => <strong className="figures">{box.slice(4)}</strong> },
  { header: 'Meaning', cell: box => boxHelp[box] },
  { header: 'Change', align: 'end', cell: box => <BoxChange pence={adjustment[box]} /> },
];

const reliefColumns: Column<VatAdjustment['reliefs'][number]>[] = [
  { header: 'Document', cell: line => <DocumentLink document={line.document} /> },
  { header: 'Customer or supplier', cell: line => line.party.name },
  { header: 'Gross', align: 'end', cell: line => <Money pence={line.gross} /> },
  { header: 'VAT', align: 'end', cell: line => <Money pence={line.vat} /> },
];
