import { actionWords, recordWords, sentenceCase } from '#domain/audit/activity-words';
import type { AuditEntry } from '#domain/audit/audit.contract';
import type { Column } from '../../ui/data-table';
import { ExactMoment } from '../../ui/day';
import { Difference } from './difference';

/** The columns of the log; a record's own history shows them without the record. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    header: 'No.',
    phone: 'detail',
    align: 'end',
    width: '70px',
    cell: entry => <span className="figures">{entry.id}</span>,
  },
  { header: 'When', kind: 'date', minWidth: '212px', cell: entry => <ExactMoment at={entry.at} /> },
  { header: 'Who', cell: entry => entry.actor },
  { header: 'Action', phone: 'figure', cell: entry => sentenceCase(actionWords(entry.action)) },
  {
    header: 'Record',
    phone: 'title',
    cell: entry =>
      `${sentenceCase(recordWords(entry.record_type))}${entry.record_name ? ` ${entry.record_name}` : ''}`,
  },
  { header: 'Change', cell: entry => <Difference changes={entry.changes} /> },
];

export const historyColumns = auditColumns.filter(
  column => column.header !== 'No.' && column.header !== 'Record',
);
