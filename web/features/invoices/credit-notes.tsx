import { FileText } from 'lucide-react';
import { formatQuantity } from '#domain/kernel/quantity';
import { returnedGoodsNames } from '#domain/sales/sale-state';
import { clearedBy, type CreditNote } from '#domain/sales/sale-credit-note';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { formatPounds } from '#domain/kernel/money';
import { tenderName } from '../../platform/payment-names';
import { requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { saveFile } from '../../platform/save-file';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { JournalLink } from '../../ui/record/journal-link';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import type { Notices } from '../../ui/notice';
import { RowAction } from '../../ui/table/row-action';

type Props = { sale: SaleDetail; notices: Notices };

/** The credit notes of the sale. Not shown while there are none. */
export function CreditNotes({ sale, notices }: Props) {
  if (sale.credit_notes.length === 0) return null;
  const save = async (note: CreditNote) => {
    try {
      const params = { id: sale.id, credit_note_id: note.id };
      saveFile(await requestFile(sales.creditNotePdf, { params, shownInPlace: true }), `${note.number}.pdf`);
    } catch (error) {
      notices.failed(messageOf(error, 'The PDF could not be created. Try again.'));
    }
  };
  return (
    <Card title="Credit notes" id="credit-notes" flush>
      <LongTable
        label="Credit notes"
        rows={sale.credit_notes}
        rowKey={note => note.id}
        columns={columnsWith(note => void save(note))}
        empty="No credit notes for this sale."
      />
    </Card>
  );
}

const columnsWith = (onPdf: (note: CreditNote) => void): readonly Column<CreditNote>[] => [
  { header: 'Number', kind: 'code', cell: note => <span className="figures">{note.number}</span> },
  { header: 'Date', kind: 'date', cell: note => <Day date={note.business_date} /> },
  {
    header: 'Credited items',
    cell: note => (
      <ul className="invoice-goods">
        {note.lines.map((line, index) => (
          <li key={index}>
            {line.quantity === 0 ? '' : `${formatQuantity(line.quantity)} × `}
            {line.description}, {returnedGoodsNames[line.goods].toLowerCase()}
          </li>
        ))}
      </ul>
    ),
  },
  { header: 'Reason', cell: note => note.reason },
  {
    header: 'Refunded to',
    cell: note => {
      const cleared = clearedBy(note);
      if (note.tenders.length === 0) return 'Taken off the balance due';
      return [
        ...note.tenders.map(({ method, amount }) => `${tenderName(method)} ${formatPounds(amount)}`),
        ...(cleared > 0 ? [`${formatPounds(cleared)} taken off the balance due`] : []),
      ].join(', ');
    },
  },
  { header: 'Credited', align: 'end', cell: note => <Money pence={note.gross} /> },
  {
    header: 'Journal',
    cell: note => (note.journal_id === null ? '—' : <JournalLink id={note.journal_id} />),
  },
  {
    header: 'Actions',
    kind: 'actions',
    align: 'end',
    cell: note => <RowAction icon={FileText} label="PDF" of={note.number} onClick={() => onPdf(note)} />,
  },
];
