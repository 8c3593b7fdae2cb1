import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type BulkEmailDetail,
  type BulkEmailKind,
  bulkEmailItemNames,
  bulkEmailOutcomeNames,
  type BulkEmailRecord,
  bulkEmails,
  bulkEmailStateNames,
} from '#domain/bulk-emails/bulk-email.contract';
import { countOf } from '#domain/kernel/count-of';
import { useAccess } from '../../platform/access';
import { usePageTitle } from '../../platform/page-title';
import { readKey } from '../../platform/queries';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { FactList } from '../../ui/record/fact-list';
import { TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { RecordsByResult } from '../bulk-changes';
import { BulkEmailProgress } from './bulk-email-progress';
import type { RecordAddress } from './bulk-email-terms';
import { bulkEmailById, recordsOfBulkEmail, whileUnderWay } from './bulk-emails.queries';
import { recipientHeader } from './recipient-header';
import { stateTones } from './state-tones';
import './bulk-emails.css';

/** A bulk email: its progress, its texts, and its records with their results. */
export const BulkEmailPage = () => (
  <RecordOrReason
    record={bulkEmailById}
    noun="bulk email"
    title="Bulk email"
    back={<BackButton to="/bulk-emails">Back</BackButton>}
  >
    {bulkEmail => <OneBulkEmail loaded={bulkEmail} />}
  </RecordOrReason>
);

function OneBulkEmail({ loaded }: { loaded: BulkEmailDetail }) {
  const { data: bulkEmail = loaded } = useQuery({
    ...bulkEmailById(loaded.id),
    refetchInterval: whileUnderWay,
  });
  const queries = useQueryClient();
  const { canCall } = useAccess();
  const { kind, state, row_count } = bulkEmail;
  const title = `Bulk email: ${countOf(row_count, bulkEmailItemNames[kind])}`;
  usePageTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        detail={<Badge tone={stateTones[state]}>{bulkEmailStateNames[state]}</Badge>}
        actions={<BackButton to="/bulk-emails">Back</BackButton>}
      />
      <Card title="Progress">
        <BulkEmailProgress
          bulkEmail={bulkEmail}
          canStop={canCall(bulkEmails.stop)}
          onChange={next => {
            queries.setQueryData(bulkEmailById(next.id).queryKey, next);
            void queries.invalidateQueries({ queryKey: readKey(bulkEmails.list) });
          }}
        />
      </Card>
      <Card title="Details">
        <FactList facts={factsOf(bulkEmail)} />
      </Card>
      <RecordsByResult
        results={bulkEmailOutcomeNames}
        recordsOf={asked => recordsOfBulkEmail(bulkEmail, asked)}
        columns={columnsOf(bulkEmail.kind)}
      />
    </>
  );
}

const factsOf = ({ subject, message, created_by, created_at, finished_at }: BulkEmailDetail) => [
  { label: 'Started by', value: created_by },
  { label: 'Started', value: <Moment at={created_at} /> },
  { label: 'Finished', value: finished_at && <Moment at={finished_at} /> },
  { label: 'Subject', value: <span className="bulk-email-text">{subject}</span> },
  { label: 'Message', value: <span className="bulk-email-text">{message}</span> },
];

const columnsOf = (kind: BulkEmailKind): readonly Column<BulkEmailRecord>[] => [
  { header: 'Record', cell: row => <NameOf kind={kind} row={row} /> },
  { header: recipientHeader(kind), cell: row => row.recipient ?? '—' },
  { header: 'Result', kind: 'status', cell: row => row.delivery ?? bulkEmailOutcomeNames[row.outcome] },
  { header: 'Reason', cell: row => row.reason ?? '—' },
];

const addresses: Readonly<Record<BulkEmailKind, RecordAddress>> = {
  invoices: '/sales/invoices/$id',
  statements: '/customers/view/$id',
  reminders: '/wallet/customer/$id',
  quotes: '/sales/quotes/$id',
  orders: '/purchases/$id',
  employees: '/employees/$id',
};

function NameOf({ kind, row: { record_id, name } }: { kind: BulkEmailKind; row: BulkEmailRecord }) {
  if (name === null) return 'Deleted';
  return (
    <TextLink to={addresses[kind]} params={{ id: String(record_id) }}>
      {name}
    </TextLink>
  );
}
