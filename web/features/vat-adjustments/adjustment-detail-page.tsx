import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatMoment } from '#domain/kernel/dates';
import {
  type AdjustableBox,
  adjustableBoxes,
  adjustmentReasonNames,
} from '#domain/vat-returns/vat-adjustment';
import { type VatAdjustment, vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { boxHelp } from '#domain/vat-returns/vat-adjustment-words';
import { useAccess } from '../../platform/access';
import { usePageTitle } from '../../platform/page-title';
import { AccountName } from '../../ui/account-name';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/data-table';
import { Day } from '../../ui/day';
import { DocumentLink } from '../../ui/document-link';
import { FactList } from '../../ui/fact-list';
import { JournalLink } from '../../ui/journal-link';
import { TextLink } from '../../ui/links';
import { Money } from '../../ui/money';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { onDemand } from '../../ui/on-demand';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { everything, useReload } from '../../platform/reload';
import { RecordActivity } from '../notes';
import { BoxChange } from './box-change';
import './vat-adjustments.css';
import { adjustmentById } from './vat-adjustments.queries';

const ReverseDialog = onDemand(
  async () => (await import('./reverse-adjustment-dialog')).ReverseAdjustmentDialog,
);

/** One VAT adjustment: its boxes, its posting and its reversal. */
export function VatAdjustmentDetailPage() {
  const id = Number(useParams({ strict: false }).id);
  const isNumber = Number.isSafeInteger(id) && id > 0;
  const notices = useNotice();
  const page = useQuery(adjustmentById(isNumber ? id : undefined));
  usePageTitle(page.data?.number ?? 'VAT Adjustment');
  return (
    <>
      <PageHeader
        title={page.data?.number ?? 'VAT Adjustment'}
        detail={
          page.data && (
            <span className="vat-adjustment-detail">
              {adjustmentReasonNames[page.data.reason]}{' '}
              {page.data.is_reversed && <Badge tone="secondary">Reversed</Badge>}
            </span>
          )
        }
        actions={
          <>
            <BackButton to="/vat-adjustments">Back to list</BackButton>
            {page.data && (
              <ReverseButton
                adjustment={page.data}
                onReversed={() => notices.succeeded('Adjustment reversed.')}
              />
            )}
          </>
        }
      />
      <NoticeAlert notices={notices} />
      {page.data ? (
        <Cards adjustment={page.data} />
      ) : page.isError || !isNumber ? (
        <Alert role="alert" color="red" variant="light">
          VAT adjustment not found
        </Alert>
      ) : (
        <Skeleton height={420} />
      )}
    </>
  );
}

function ReverseButton({ adjustment, onReversed }: { adjustment: VatAdjustment; onReversed: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { canCall } = useAccess();
  const reload = useReload(everything);
  if (!adjustment.can_reverse.allowed || !canCall(vatAdjustments.reverse)) return null;
  return (
    <>
      <Button leftSection={<Undo2 size={16} />} onClick={() => setOpen(true)}>
        Reverse
      </Button>
      {isOpen && (
        <ReverseDialog
          adjustment={adjustment}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            reload(onReversed);
          }}
        />
      )}
    </>
  );
}

const Cards = ({ adjustment }: { adjustment: VatAdjustment }) => (
  <>
    <Card title="Adjustment">
      <FactList facts={factsOf(adjustment)} />
    </Card>
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
    <RecordActivity recordType="vat_adjustment" recordId={adjustment.id} />
  </>
);

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
    { label: 'Net amount', value: <Money pence={adjustment.net} /> },
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
