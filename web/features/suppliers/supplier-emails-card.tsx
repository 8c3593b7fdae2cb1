import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import {
  type EmailRow,
  emails,
  type EmailStatus,
  emailStatusNames,
  isUndelivered,
} from '#domain/emails/email.contract';
import { formatMoment } from '#domain/kernel/dates';
import { confirmedSendAgain } from '../../platform/confirm';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { Badge, type Tone } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { LoadFailure } from '../../ui/load-failure';
import { LongTable } from '../../ui/table/long-table';
import { NoticeAlert, useNotice } from '../../ui/notice';
import './supplier-emails-card.css';
import { emailsOfSupplier } from './suppliers-details.queries';

const tones: Readonly<Record<EmailStatus, Tone>> = {
  queued: 'secondary',
  sending: 'info',
  retrying: 'warning',
  sent: 'success',
  failed: 'danger',
  unconfirmed: 'warning',
};

/** The emails about a supplier: status, reason, and sending again where a user can decide it. */
export function SupplierEmailsCard({ supplierId }: { supplierId: number }) {
  const notices = useNotice();
  const { canCall } = useAccess();
  const queries = useQueryClient();
  const emailsRead = emailsOfSupplier(supplierId);
  const list = useQuery({
    ...emailsRead,
    refetchInterval: ({ state }) => pollingPause(state.data?.data ?? []),
  });
  const retry = async (email: EmailRow) => {
    if (email.status === 'unconfirmed' && !(await confirmedSendAgain(email.to_address))) return;
    try {
      const { message } = await request(emails.retry, { params: { id: email.id }, shownInPlace: true });
      notices.succeeded(message);
    } catch (error) {
      notices.failed(messageOf(error, 'Failed to send email'));
    }
    await queries.invalidateQueries({ queryKey: emailsRead.queryKey });
  };
  return (
    <Card title="Emails" flush>
      <div className="emails-notice">
        <NoticeAlert notices={notices} />
      </div>
      {list.data ? (
        <LongTable
          label="Emails"
          rows={list.data.data}
          rowKey={email => email.id}
          columns={columnsWith(canCall(emails.retry) ? retry : undefined)}
          empty="No emails have been sent to this supplier."
        />
      ) : list.isError ? (
        <LoadFailure page={list} words="The emails could not be loaded." />
      ) : (
        <Skeleton height={44} m={16} width="auto" aria-label="Loading the emails" />
      )}
    </Card>
  );
}

/** Emails being sent are refreshed soon, those waiting for their next attempt now and then, the rest never. */
function pollingPause(rows: readonly EmailRow[]): number | false {
  if (rows.some(({ status }) => status === 'queued' || status === 'sending')) return 2_000;
  return rows.some(({ status }) => status === 'retrying') && 15_000;
}

type OnRetry = (email: EmailRow) => Promise<void>;

const columnsWith = (onRetry: OnRetry | undefined): readonly Column<EmailRow>[] => [
  { header: 'Date', kind: 'date' as const, cell: email => <Moment at={email.created_at} /> },
  { header: 'To', cell: email => <span className="emails-address">{email.to_address}</span> },
  { header: 'Attachments', cell: email => <Attachments names={email.attachment_names} /> },
  { header: 'Status', kind: 'status' as const, cell: email => <State email={email} /> },
  { header: 'Attempts', align: 'end', cell: email => <span className="figures">{email.attempts}</span> },
  {
    header: 'Sent By',
    kind: 'person' as const,
    cell: email => <span className="emails-person">{email.created_by ?? '—'}</span>,
  },
  ...(onRetry
    ? [
        {
          header: 'Actions',
          kind: 'actions' as const,
          cell: (email: EmailRow) => <Retry email={email} onRetry={onRetry} />,
        },
      ]
    : []),
];

const Attachments = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? (
    '—'
  ) : (
    <ul className="emails-attachments">
      {names.map((name, position) => (
        <li key={`${position} ${name}`}>{name}</li>
      ))}
    </ul>
  );

const State = ({ email: { status, last_error, next_attempt_at } }: { email: EmailRow }) => (
  <div className="emails-state">
    <Badge tone={tones[status]}>{emailStatusNames[status]}</Badge>
    {last_error && <span className="emails-reason">{last_error}</span>}
    {next_attempt_at && <span className="emails-reason">Next attempt: {formatMoment(next_attempt_at)}</span>}
  </div>
);

const Retry = ({ email, onRetry }: { email: EmailRow; onRetry: OnRetry }) => {
  const [busy, setBusy] = useState(false);
  if (!isUndelivered(email)) return '—';
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<RotateCw size={14} />}
      disabled={busy}
      aria-label={`Send the email to ${email.to_address} again`}
      onClick={() => {
        setBusy(true);
        void onRetry(email).finally(() => setBusy(false));
      }}
    >
      Send again
    </Button>
  );
};
