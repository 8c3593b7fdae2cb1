import { Button } from '@mantine/core';
import { CircleStop } from 'lucide-react';
import {
  type BulkEmailDetail,
  bulkEmails,
  bulkEmailsPerMinute,
  bulkEmailStateNames,
} from '#domain/bulk-emails/bulk-email.contract';
import { countOf } from '#domain/kernel/count-of';
import { request } from '../../platform/api';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { useBusy } from '../../ui/use-busy';
import { waitingInOutbox } from './bulk-emails.queries';
import './bulk-emails.css';

type Props = {
  bulkEmail: BulkEmailDetail;
  canStop: boolean;
  onChange: (next: BulkEmailDetail) => void;
};

/** How far a bulk email is, what came of it, and Stop. */
export function BulkEmailProgress({ bulkEmail, canStop, onChange }: Props) {
  const { id, state, row_count, queued_count, left_out_count, problem } = bulkEmail;
  const notices = useNotice();
  const { busy, whileBusy } = useBusy();
  const stop = () =>
    whileBusy(async () => {
      try {
        onChange(await request(bulkEmails.stop, { params: { id }, shownInPlace: true }));
      } catch (error) {
        notices.failedWrite(error, 'The emails could not be stopped. Try again.');
      }
    });
  const done = queued_count + left_out_count;
  return (
    <div className="bulk-email-part">
      <NoticeAlert notices={notices} />
      <progress className="bulk-email-meter" aria-label="Done so far" max={row_count} value={done} />
      <p className="bulk-email-hint figures">
        {done.toLocaleString('en-GB')} of {countOf(row_count, 'record')}
      </p>
      <p role="status" className="figures">
        {resultWords(bulkEmail)}
      </p>
      {problem && <p className="bulk-email-problem">{problem}</p>}
      {state === 'running' && (
        <p className="bulk-email-hint">
          You can leave this page. Sending continues in the background, at most {bulkEmailsPerMinute} emails a
          minute.
        </p>
      )}
      {state === 'running' && canStop && (
        <Button
          className="bulk-email-stop"
          variant="default"
          leftSection={<CircleStop size={16} />}
          loading={busy}
          onClick={() => void stop()}
        >
          Stop
        </Button>
      )}
    </div>
  );
}

/** The result in words, such as `Done: 30 sent, 2 in the outbox, 1 not delivered, 4 skipped.` */
export function resultWords(bulkEmail: BulkEmailDetail): string {
  const { state, sent_count, failed_count, left_out_count } = bulkEmail;
  const parts = (
    [
      [sent_count, 'sent'],
      [waitingInOutbox(bulkEmail), 'in the outbox'],
      [failed_count, 'not delivered'],
      [left_out_count, 'skipped'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count.toLocaleString('en-GB')} ${words}`);
  return `${bulkEmailStateNames[state]}: ${parts.length === 0 ? '0 sent' : parts.join(', ')}.`;
}
