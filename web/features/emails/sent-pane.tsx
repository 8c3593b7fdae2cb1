import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { emails, emailStatusNames, isUndelivered } from '#domain/emails/email.contract';
import type { SentDetail } from '#domain/emails/inbox.contract';
import { formatMoment } from '#domain/kernel/dates';
import { sizeInWords } from '#domain/kernel/size-in-words';
import { confirmedSendAgain } from '../../platform/confirm';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { Badge } from '../../ui/badge';
import type { Notices } from '../../ui/notice';
import { emailTones } from './email-tones';
import type { MailPlace } from './mail-place';
import { sentMessage, useReloadMail } from './emails.queries';
import { MailText } from './mail-text';

type Props = { id: number; place: MailPlace; notices: Notices };

/** A sent email with its recipients and delivery status. */
export function SentPane({ id, place, notices }: Props) {
  const sent = useQuery({
    ...sentMessage(id),
    refetchInterval: ({ state }) => isUnderWay(state.data) && 2_000,
  });
  if (sent.isError)
    return (
      <div className="mail-empty" role="alert">
        <p>{messageOf(sent.error, 'The message could not be loaded.')}</p>
        <Button variant="default" onClick={() => void sent.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!sent.data) return <Skeleton height={200} m={16} width="auto" aria-label="Loading the message" />;
  const email = sent.data;
  return (
    <article className="mail-message" aria-label={email.subject}>
      <div className="mail-tools no-print">
        <Button
          className="mail-back"
          variant="subtle"
          size="xs"
          leftSection={<ArrowLeft size={15} />}
          onClick={() => place.go({ message: undefined })}
        >
          Messages
        </Button>
        <SendAgain email={email} notices={notices} />
      </div>
      <h2 className="mail-subject">{email.subject}</h2>
      <div className="mail-head">
        <div>
          <Badge tone={emailTones[email.status]}>{emailStatusNames[email.status]}</Badge>{' '}
          <span className="mail-dim">{whenOf(email)}</span>
        </div>
        {email.last_error && <p className="mail-reason">{email.last_error}</p>}
        {email.copy_refused !== null && (
          <p className="mail-reason">No copy was saved to the mailbox’s Sent folder. {email.copy_refused}</p>
        )}
        <div>To {email.to_line}</div>
        {email.cc_line && <div className="mail-dim">Cc {email.cc_line}</div>}
        {email.bcc_line && <div className="mail-dim">Bcc {email.bcc_line}</div>}
        <div className="mail-dim">By {email.created_by ?? 'Counterfoil'}</div>
      </div>
      {email.text === null ? (
        <p className="mail-note">
          {email.is_withheld
            ? 'This email was written to its reader, so its text is not shown.'
            : 'The text contained a secret link, so it was not stored.'}
        </p>
      ) : (
        <MailText text={email.text} />
      )}
      {email.attachments.length > 0 && (
        <ul className="mail-files" aria-label="Attachments">
          {email.attachments.map(({ position, file_name, bytes }) => (
            <li key={position} className="mail-dim">
              {file_name} ({sizeInWords(bytes)})
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

const isUnderWay = (email: SentDetail | undefined) =>
  email?.status === 'queued' || email?.status === 'sending';

function whenOf({ status, sent_at, created_at, next_attempt_at, attempts }: SentDetail): string {
  if (sent_at) return formatMoment(sent_at);
  if (next_attempt_at) return `Next attempt: ${formatMoment(next_attempt_at)}`;
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  return status === 'queued'
    ? `Queued since ${formatMoment(created_at)}`
    : `${formatMoment(created_at)}, ${tries}`;
}

function SendAgain({ email, notices }: { email: SentDetail; notices: Notices }) {
  const { canCall } = useAccess();
  const reload = useReloadMail();
  const [busy, setBusy] = useState(false);
  if (!canCall(emails.retry) || !isUndelivered(email)) return null;
  const again = async () => {
    if (email.status === 'unconfirmed' && !(await confirmedSendAgain(email.to_line))) return;
    setBusy(true);
    try {
      const { message } = await request(emails.retry, { params: { id: email.id }, shownInPlace: true });
      notices.succeeded(message);
    } catch (error) {
      notices.failed(messageOf(error, 'Failed to send email'));
    } finally {
      setBusy(false);
      await reload();
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<RotateCw size={15} />}
      disabled={busy}
      onClick={() => void again()}
    >
      Send again
    </Button>
  );
}
