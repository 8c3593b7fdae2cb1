import { FileText } from 'lucide-react';
import type { QuoteDetail } from '#domain/quotes/quote.contract';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Day, Moment } from '../../ui/dates/day';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import type { Notices } from '../../ui/notice';
import { RowAction } from '../../ui/table/row-action';
import { saveQuotePdf } from './save-quote-pdf';

type Revision = QuoteDetail['revisions'][number];
type Props = { quote: QuoteDetail; notices: Notices };

/** Earlier revisions. Not shown while there is only one. */
export function QuoteRevisions({ quote, notices }: Props) {
  if (quote.revisions.length < 2) return null;
  return (
    <Card title="Revisions" flush>
      <LongTable
        label="Revisions"
        rows={quote.revisions}
        rowKey={row => row.revision}
        columns={columnsWith(row => void saveQuotePdf(quote, notices, row.revision))}
        empty="This quote has not been revised."
      />
    </Card>
  );
}

const columnsWith = (onPdf: (row: Revision) => void): readonly Column<Revision>[] => [
  { header: 'Revision', cell: row => <span className="figures">{row.revision}</span> },
  { header: 'Saved', cell: row => <Moment at={row.saved_at} /> },
  { header: 'By', kind: 'person', cell: row => row.saved_by },
  { header: 'Valid until', kind: 'date', cell: row => <Day date={row.valid_until} /> },
  { header: 'Lines', align: 'end', cell: row => <span className="figures">{row.lines}</span> },
  { header: 'Total', align: 'end', cell: row => <Money pence={row.gross} /> },
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    cell: row => (
      <RowAction icon={FileText} label="PDF" of={`revision ${row.revision}`} onClick={() => onPdf(row)} />
    ),
  },
];
