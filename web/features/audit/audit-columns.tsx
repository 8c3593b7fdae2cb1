import { actionWords, recordWords, sentenceCase } from '#domain/audit/activity-words';
import type { AuditEntry } from '#domain/audit/audit.contract';
import type { Column } from '../../ui/table/data-table';
import { ExactMoment } from '../../ui/dates/day';
import { Difference } from './difference';

type Change = Pick<AuditEntry, 'id' | 'at' | 'actor' | 'action' | 'changes'>;

const when: Column<Change> = {
  header: 'When',
  kind: 'moment',
  cell: entry => <ExactMoment at={entry.at} />,
};
const who: Column<Change> = { header: 'Who', kind: 'person', cell: entry => entry.actor };
const action: Column<Change> = {
  header: 'Action',
  kind: 'code',
  phone: 'figure',
  cell: entry => sentenceCase(actionWords(entry.action)),
};
const change: Column<Change> = {
  header: 'Change',
  minWidth: '320px',
  cell: entry => <Difference changes={entry.changes} />,
};

/** The columns of the log. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    header: 'No.',
    phone: 'detail',
    align: 'end',
    width: '70px',
    cell: entry => <span className="figures">{entry.id}</span>,
  },
  when,
  who,
  action,
  {
    header: 'Record',
    phone: 'title',
    cell: entry =>
      `${sentenceCase(recordWords(entry.record_type))}${entry.record_name ? ` ${entry.record_name}` : ''}`,
  },
  change,
];

/** Those of the history of one record. */
export const historyColumns: readonly Column<Change>[] = [when, who, action, change];
