import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { emailStatusNames } from '#domain/emails/email.contract';
import { type Letter, letters } from '#domain/wallet/letters.contract';
import { reminderToneNames } from '#domain/wallet/reminder';
import { requestFile } from '../../platform/api';
import { saveFile } from '../../platform/save-file';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { Moment } from '../../ui/dates/day';
import { LoadFailure } from '../../ui/load-failure';
import { PagedTable } from '../../ui/table/long-table';
import { RowAction } from '../../ui/table/row-action';
import { lettersOfCustomer } from './wallet.queries';

/** The statements and reminders sent to a customer. */
export function LettersCard({ customerId }: { customerId: number }) {
  const [number, setNumber] = useState(1);
  const page = useQuery(lettersOfCustomer(customerId, number));
  if (!page.data)
    return (
      page.isError && (
        <Card title="Statements and reminders">
          <LoadFailure page={page} />
        </Card>
      )
    );
  return (
    <Card title="Statements and reminders" flush>
      <PagedTable
        label="Statements and reminders"
        page={page.data}
        onPage={setNumber}
        rowKey={letter => letter.id}
        columns={columns}
        empty="No statements or reminders sent yet."
      />
    </Card>
  );
}

const nameOf = ({ kind, tone }: Letter) =>
  kind === 'statement' || tone === null ? 'Statement' : reminderToneNames[tone];

const columns: Column<Letter>[] = [
  { header: 'Sent', cell: letter => <Moment at={letter.sent_at} /> },
  { header: 'Type', kind: 'code', cell: nameOf },
  {
    header: 'Sent by',
    cell: ({ how, to_address, email_status }) => {
      if (how === 'print') return 'Printed';
      const state = email_status ? ` (${emailStatusNames[email_status].toLowerCase()})` : '';
      return `Email${to_address ? ` to ${to_address}` : ''}${state}`;
    },
  },
  { header: 'By', kind: 'person', cell: letter => letter.sent_by },
  {
    header: 'Open',
    width: '64px',
    cell: letter =>
      letter.can_draw && (
        <RowAction
          icon={FileText}
          label="Save as PDF"
          of={nameOf(letter)}
          onClick={() => void save(letter)}
        />
      ),
  },
];

const save = async (letter: Letter) =>
  saveFile(await requestFile(letters.pdf, { params: { id: letter.id } }), `${nameOf(letter)}.pdf`);
