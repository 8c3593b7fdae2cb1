import { Alert, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { retainedEarnings } from '#domain/accounting/retained-earnings';
import { formatDate } from '#domain/kernel/dates';
import { type EndedYear, yearEnds } from '#domain/journals/year-end.contract';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import '../../ui/lines/dialog-lines.css';
import { FactList } from '../../ui/record/fact-list';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { Money } from '../../ui/money';
import { yearsToClose } from './accounting.queries';

type Props = {
  onClose: () => void;
  /** Called with the journal that closed the year. */
  onDone: (journalId: number) => void;
};

/** Chooses a financial year that is over, and carries its profit or loss to retained earnings. */
export function YearEndDialog({ onClose, onDone }: Props) {
  const years = useQuery(yearsToClose);
  // Kept while it is open: a year that was closed without an answer would leave with its form.
  const [opened, setOpened] = useState<readonly EndedYear[] | null>(null);
  if (!opened && years.data && !years.isFetching) setOpened(years.data.data);
  return (
    <GuardedDialog onClose={onClose} title="Close a year">
      {opened ? (
        <CloseYear years={opened} onClose={onClose} onDone={onDone} />
      ) : years.isError ? (
        <Problem words={messageOf(years.error, 'The years could not be loaded.')} />
      ) : (
        <Skeleton height={220} role="status" aria-label="Loading the years" />
      )}
    </GuardedDialog>
  );
}

const Problem = ({ words }: { words: string }) => (
  <Alert role="alert" color="orange" variant="light" icon={<CircleAlert size={18} />}>
    {words}
  </Alert>
);

const nameOf = ({ from, to }: EndedYear) => `${formatDate(from)} to ${formatDate(to)}`;

function CloseYear({ years, onClose, onDone }: Props & { years: readonly EndedYear[] }) {
  const proposed = years.findLast(({ can_close }) => can_close.allowed) ?? years[0];
  const form = useContractForm({
    schema: yearEnds.close.body,
    initial: { year_end: proposed?.to ?? '', date_reason: '' },
    send: (body, idempotencyKey) => request(yearEnds.close, { body, idempotencyKey, shownInPlace: true }),
    onDone: journal => onDone(journal.id),
    failure: 'The year could not be closed.',
  });
  const field = form.form.getInputProps;
  const year = years.find(({ to }) => to === form.form.values.year_end);
  if (!year) return <p className="dialog-note">There is no ended year with income or expenses to close.</p>;
  return (
    <Form form={form} submitLabel="Close the year" onCancel={onClose} isBlocked={!year.can_close.allowed}>
      <NativeSelect
        label="Financial year"
        required
        data={years.map(one => ({ value: one.to, label: nameOf(one) }))}
        {...field('year_end')}
      />
      <FactList facts={factsOf(year)} />
      {!year.can_close.allowed && <Problem words={year.can_close.reason ?? ''} />}
      <p className="dialog-note">
        The journal is dated {formatDate(year.to)} and brings all income and expense accounts to zero. Reports
        of the year stay as they are.
      </p>
      <TextInput label="Reason for backdating" required maxLength={300} {...field('date_reason')} />
    </Form>
  );
}

const factsOf = ({ income, expenses, profit }: EndedYear) => [
  { label: 'Income', value: <Money pence={income} /> },
  { label: 'Expenses', value: <Money pence={expenses} /> },
  {
    label: `${profit < 0 ? 'Loss' : 'Profit'} to ${retainedEarnings} Retained earnings`,
    value: <Money pence={Math.abs(profit)} />,
  },
];
