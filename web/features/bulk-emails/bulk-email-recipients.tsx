import { type BulkEmailPreview, bulkEmailRecipients } from '#domain/bulk-emails/bulk-email.contract';
import { countOf } from '#domain/kernel/count-of';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { EmailAddress } from '../../ui/email-address';
import { TextLink } from '../../ui/links';
import type { BulkEmailTerms } from './bulk-email-terms';
import { recipientHeader } from './recipient-header';

type Props = { preview: BulkEmailPreview; terms: BulkEmailTerms };
type Row = BulkEmailPreview['recipients'][number];

const columnsFor = (
  { kind, nameHeader }: BulkEmailTerms,
  { last_sent_at }: BulkEmailPreview,
): readonly Column<Row>[] => [
  { header: nameHeader, cell: row => row.name },
  ...(nameHeader === recipientHeader(kind)
    ? []
    : [{ header: recipientHeader(kind), cell: (row: Row) => row.recipient } satisfies Column<Row>]),
  { header: 'Email', cell: row => <EmailAddress address={row.email} /> },
  ...(last_sent_at === null
    ? []
    : [
        {
          header: 'Last emailed',
          cell: (row: Row) => (row.last_sent_at ? <Moment at={row.last_sent_at} /> : '—'),
        } satisfies Column<Row>,
      ]),
];

/** How many get an email, and the first of them. */
export function Recipients({ preview, terms }: Props) {
  const { sending, recipients, last_sent_at, problem } = preview;
  const others = sending - recipients.length;
  return (
    <section className="bulk-email-part" aria-label="Recipients">
      <p role="status">
        <strong>{countOf(sending, terms.one)} will be emailed</strong>, {sending === 1 ? 'to' : 'each to'} the{' '}
        {bulkEmailRecipients[terms.kind]}’s own address.
        {last_sent_at && (
          <>
            {' '}
            Some were emailed before, last on <Moment at={last_sent_at} />.
          </>
        )}
      </p>
      {problem && (
        <p role="alert" className="bulk-email-problem">
          {problem}
        </p>
      )}
      {recipients.length > 0 && (
        <DataTable
          label="First recipients"
          rows={recipients}
          rowKey={row => row.id}
          columns={columnsFor(terms, preview)}
        />
      )}
      {others > 0 && <p className="bulk-email-hint">and {countOf(others, 'other')}</p>}
    </section>
  );
}

/** Who gets no email and why, listed on demand. */
export function LeftOut({ preview: { left_out }, terms }: Props) {
  if (left_out.length === 0) return null;
  return (
    <section className="bulk-email-part" aria-label="Skipped">
      {left_out.map(({ reason, count, records }) => (
        <details key={reason} className="bulk-email-more">
          <summary>
            <strong>{count.toLocaleString('en-GB')} skipped:</strong> {reason}
          </summary>
          <ul className="bulk-email-names">
            {records.map(({ id, name, recipient }) => (
              <li key={id}>
                <TextLink to={terms.recordAddress} params={{ id: String(id) }} target="_blank">
                  {name}
                </TextLink>
                {recipient !== name && `, ${recipient}`}
              </li>
            ))}
            {count > records.length && <li>and {countOf(count - records.length, 'other')}</li>}
          </ul>
        </details>
      ))}
    </section>
  );
}
