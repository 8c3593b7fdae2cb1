import { useQuery } from '@tanstack/react-query';
import { inbox, type MessageRow, type RecordLink } from '#domain/emails/inbox.contract';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { TextLink } from '../../ui/links';
import { LongTable } from '../../ui/table/long-table';
import { messagesOfRecord } from './emails.queries';

/** Emails received about a record, matched by address or number. Hidden if there are none. */
export function RecordEmailsCard({ type, id }: { type: RecordLink['type']; id: number }) {
  const { canCall } = useAccess();
  const list = useQuery({ ...messagesOfRecord(type, id), enabled: canCall(inbox.ofRecord) });
  if (!list.isError && (!list.data || list.data.data.length === 0)) return null;
  return (
    <Card title="Emails received" flush>
      <LongTable
        label="Emails received"
        rows={list.data?.data}
        load={list}
        rowKey={message => message.id}
        columns={columns}
        empty=""
      />
    </Card>
  );
}

const columns: readonly Column<MessageRow>[] = [
  { header: 'Date', kind: 'date', cell: message => <Moment at={message.received_at} /> },
  { header: 'From', cell: message => message.from_name || message.from_address },
  {
    header: 'Subject',
    cell: message => (
      <TextLink to="/emails/inbox" search={{ message: String(message.id) }}>
        {message.subject || 'No subject'}
      </TextLink>
    ),
  },
];
