import { useNavigate } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { journalKindNames } from '#domain/accounting/journal-kind';
import { formatMoment } from '#domain/kernel/dates';
import { journalAttachments } from '#domain/journals/journal-attachment.contract';
import { type JournalDetail, journals } from '#domain/journals/journal.contract';
import { useAccess } from '../../platform/access';
import { toast } from '../../platform/notices';
import { everything, useReload } from '../../platform/reload';
import { ActionButton } from '../../ui/action-button';
import { AccountName } from '../../ui/account-name';
import { AttachmentsCard } from '../../ui/files/attachments-card';
import { Card } from '../../ui/card';
import { counted } from '../../ui/counted';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import type { Fact } from '../../ui/record/fact-list';
import { TextLink } from '../../ui/links';
import { Money } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { onDemand } from '../../ui/on-demand';
import { JournalLink } from '../../ui/record/journal-link';
import { RecordActivity } from '../notes';
import './accounting.css';
import { DocumentLink } from '../../ui/record/document-link';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { RecordPage } from '../../ui/record/record-page';
import { SummaryCard } from '../../ui/record/summary-card';
import type { Tile } from '../../ui/tiles';
import { journalById, journalList } from './accounting.queries';

const ReverseDialog = onDemand(async () => (await import('./reverse-dialog')).ReverseDialog);

/** One journal with its lines and its source. */
export const JournalDetailPage = () => (
  <RecordOrReason
    record={journalById}
    list={journalList}
    noun="journal"
    title="Journal"
    back={<BackToJournals />}
  >
    {journal => <Details journal={journal} />}
  </RecordOrReason>
);

const BackToJournals = () => <BackButton to="/journals">Back to List</BackButton>;

function Details({ journal }: { journal: JournalDetail }) {
  const notices = useNotice();
  return (
    <RecordPage
      title={`Journal ${journal.id}`}
      status={journalKindNames[journal.kind]}
      actions={
        <>
          <BackToJournals />
          <ReverseButton journal={journal} />
        </>
      }
      notices={notices}
      sections={{
        summary: (
          <SummaryCard title="Journal" figures={figuresOf(journal)} facts={factsOf(journal)} notes={null} />
        ),
        lines: (
          <Card title="Lines" flush>
            <DataTable
              label="Lines"
              rows={journal.lines}
              rowKey={line => line.line_number}
              columns={columns}
            />
            <p className="journal-total figures">
              Total <Money pence={journal.amount} />
            </p>
          </Card>
        ),
        // Wages have none: who may see the ledger may not see pay.
        files: journal.kind !== 'salary' && (
          <AttachmentsCard
            calls={journalAttachments}
            recordId={journal.id}
            title="Attachments"
            empty="No attachments yet. Attach the working papers."
            notices={notices}
          />
        ),
        history: <RecordActivity recordType="journal" recordId={journal.id} />,
      }}
    />
  );
}

const figuresOf = ({ amount, lines }: JournalDetail): Tile[] => [
  { label: 'Total', value: <Money pence={amount} /> },
  { label: 'Accounts', value: counted(new Set(lines.map(({ account }) => account.code)).size) },
  { label: 'Lines', value: counted(lines.length) },
];

const factsOf = (journal: JournalDetail): Fact[] => [
  { label: 'Date', value: <Day date={journal.business_date} /> },
  { label: 'Document', value: <DocumentLink document={journal.document} /> },
  { label: 'Posted by', value: journal.posted_by },
  { label: 'Posted', value: formatMoment(journal.posted_at) },
  { label: 'Narrative', value: journal.narrative },
  ...(journal.reason === null ? [] : [{ label: 'Reason', value: journal.reason }]),
  ...otherJournal('Reverses', journal.reverses_id),
  ...otherJournal('Reversed by', journal.reversed_by_id),
];

const otherJournal = (label: string, id: number | null): Fact[] =>
  id === null ? [] : [{ label, value: <JournalLink id={id}>Journal {id}</JournalLink> }];

function ReverseButton({ journal }: { journal: JournalDetail }) {
  const [isOpen, setOpen] = useState(false);
  const { canCall } = useAccess();
  const navigate = useNavigate();
  // A posting also appears in ledgers, reports and balances.
  const reload = useReload(everything);
  if (!canCall(journals.reverse)) return null;
  return (
    <>
      <ActionButton can={journal.can_reverse} leftSection={<Undo2 size={16} />} onClick={() => setOpen(true)}>
        Reverse
      </ActionButton>
      {isOpen && (
        <ReverseDialog
          journalId={journal.id}
          title={`Reverse journal ${journal.id}`}
          date={journal.reversal_date ?? undefined}
          onClose={() => setOpen(false)}
          onDone={id => {
            setOpen(false);
            reload();
            toast.success(`Journal ${journal.id} reversed.`);
            void navigate({ to: '/journals/$id', params: { id: String(id) } });
          }}
        />
      )}
    </>
  );
}

const columns: Column<JournalDetail['lines'][number]>[] = [
  {
    header: 'Account',
    cell: ({ account }) => (
      <TextLink to="/general-ledger" search={{ account: account.code }}>
        <AccountName account={account} />
      </TextLink>
    ),
  },
  {
    header: 'Party',
    cell: ({ supplier, customer }) => {
      const party = supplier ?? customer;
      if (!party) return '—';
      const ledger = supplier ? '/wallet/supplier/$id' : '/wallet/customer/$id';
      return (
        <TextLink to={ledger} params={{ id: String(party.id) }}>
          {party.name}
        </TextLink>
      );
    },
  },
  { header: 'Description', minWidth: '140px', cell: line => line.description ?? '—' },
  { header: 'Debit', align: 'end', cell: line => (line.debit ? <Money pence={line.debit} /> : '') },
  { header: 'Credit', align: 'end', cell: line => (line.credit ? <Money pence={line.credit} /> : '') },
];
