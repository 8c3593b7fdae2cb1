import type { ExpenseDetail } from '#domain/expenses/expense.contract';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { JournalLink } from '../../ui/record/journal-link';
import { LongTable } from '../../ui/table/long-table';

type Journal = ExpenseDetail['journals'][number];

/** The journals of the expense. */
export const ExpenseJournals = ({ expense }: { expense: ExpenseDetail }) =>
  expense.journals.length === 0 ? null : (
    <Card title="Journals" flush>
      <LongTable
        label="Journals"
        rows={expense.journals}
        rowKey={journal => journal.id}
        columns={columns}
        empty=""
      />
    </Card>
  );

const columns: readonly Column<Journal>[] = [
  { header: 'Journal', cell: journal => <JournalLink id={journal.id} /> },
  { header: 'Date', kind: 'date', cell: journal => <Day date={journal.business_date} /> },
  { header: 'Narrative', cell: journal => journal.narrative },
];
