import {
  type AnyBulkEmailCalls,
  type BulkEmailDetail,
  type BulkEmailPreview,
  bulkEmails,
} from '#domain/bulk-emails/bulk-email.contract';
import type { QuerySent } from '#domain/kernel/call';
import { asOf, pageQuery, previousWhileLoading, type Reading, recordQuery } from '../../platform/queries';

const refetchMs = 500;
const refetchOutboxMs = 2_000;

export const bulkEmailPage = pageQuery(bulkEmails.list);

export const bulkEmailById = recordQuery(bulkEmails.get);

/** Who would get an email. */
export const bulkEmailPreview = (
  { preview }: AnyBulkEmailCalls,
  body: { filter: unknown; options: unknown },
) => previousWhileLoading(preview, { body }) as Reading<BulkEmailPreview>;

/** Emails in the outbox that the mail server has neither accepted nor refused for good. */
export const waitingInOutbox = ({ queued_count, sent_count, failed_count }: BulkEmailDetail): number =>
  queued_count - sent_count - failed_count;

/** How often a bulk email is refetched: while it runs, and while the mail server takes the rest. */
export function whileUnderWay({ state: { data } }: { state: { data?: BulkEmailDetail | undefined } }) {
  if (data === undefined) return false;
  return data.state === 'running' ? refetchMs : waitingInOutbox(data) > 0 && refetchOutboxMs;
}

/** The records of a bulk email, which are out of date once one more is done. */
export const recordsOfBulkEmail = (
  { id, queued_count, left_out_count, sent_count, failed_count }: BulkEmailDetail,
  query: QuerySent<typeof bulkEmails.records>,
) =>
  asOf(
    previousWhileLoading(bulkEmails.records, { params: { id }, query }),
    queued_count,
    left_out_count,
    sent_count,
    failed_count,
  );
