import { ActionIcon, Button, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import * as z from 'zod';
import { penceFromPounds } from '#domain/kernel/money';
import { journals } from '#domain/journals/journal.contract';
import { request } from '../../platform/api';
import { usePageTitle } from '../../platform/page-title';
import { Card } from '../../ui/card';
import { DatedFields, today } from '../../ui/dated-fields';
import { MoneyInput } from '../../ui/figure-inputs';
import { Form, useContractForm } from '../../ui/form';
import { Money } from '../../ui/money';
import { PageHeader } from '../../ui/page-header';
import { typedPounds } from '../../ui/typed-figures';
import { BackButton } from '../../ui/page-link';
import { useSavedRecord } from '../../ui/use-saved-record';
import { everything } from '../../platform/reload';
import { AccountSelect } from './account-select';
import './accounting.css';

type Line = { account: string; debit: string; credit: string; description: string };
type Values = { business_date: string; date_reason: string; narrative: string; lines: Line[] };

const emptyLine: Line = { account: '', debit: '', credit: '', description: '' };

const isBlank = (line: Line) => Object.values(line).every(text => text.trim() === '');

/** The request: an empty field is a side without an amount, and empty lines at the end are dropped. */
const sentOf = ({ lines, ...values }: Values) => ({
  ...values,
  lines: lines
    .slice(0, Math.max(2, lines.findLastIndex(line => !isBlank(line)) + 1))
    .map(({ debit, credit, ...line }) => ({
      ...line,
      ...(debit.trim() === '' ? {} : { debit: typedPounds(debit) }),
      ...(credit.trim() === '' ? {} : { credit: typedPounds(credit) }),
    })),
});
const journalForm = z.preprocess(values => sentOf(values as Values), journals.create.body);

/** Posts a manual journal: accounts with equal debits and credits. */
export function JournalCreatePage() {
  usePageTitle('Post Journal');
  const afterSave = useSavedRecord<{ id: number; narrative: string }>({
    read: everything,
    list: '/journals',
    page: ({ id }) => `/journals/${id}`,
    words: ({ narrative }) => `“${narrative}” posted.`,
  });
  const form = useContractForm({
    schema: journalForm,
    initial: {
      business_date: today(),
      date_reason: '',
      narrative: '',
      lines: [emptyLine, emptyLine],
    },
    send: (values, idempotencyKey) =>
      request(journals.create, {
        body: sentOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: afterSave.onSaved,
    failure: 'The journal could not be posted.',
  });
  const { form: fields } = form;
  return (
    <>
      <PageHeader title="Post Journal" actions={<BackButton to="/journals">Back to list</BackButton>} />
      <Card title="Journal">
        <Form isDocument form={form} submitLabel="Post" onCancel={afterSave.toList}>
          <div className="form-columns">
            <TextInput label="Narrative" required maxLength={300} {...fields.getInputProps('narrative')} />
            <DatedFields form={fields} name="business_date" label="Date" />
          </div>
          <fieldset className="journal-lines">
            <legend>Lines</legend>
            {fields.values.lines.map((_, index) => (
              <LineFields
                // Lines are only identified by their position.
                key={index}
                index={index}
                form={fields}
                canRemove={fields.values.lines.length > 2}
              />
            ))}
          </fieldset>
          <div className="journal-foot">
            <Button
              variant="default"
              size="xs"
              leftSection={<Plus size={14} />}
              onClick={() => fields.insertListItem('lines', emptyLine)}
            >
              Add line
            </Button>
            <Sums lines={fields.values.lines} />
          </div>
          {fields.errors.lines && (
            <p role="alert" className="journal-problem">
              {fields.errors.lines}
            </p>
          )}
        </Form>
      </Card>
    </>
  );
}

type Fields = ReturnType<typeof useContractForm<Values, unknown>>['form'];

function LineFields({ index, form, canRemove }: { index: number; form: Fields; canRemove: boolean }) {
  const field = (name: keyof Line) => form.getInputProps(`lines.${index}.${name}`);
  const of = `of line ${index + 1}`;
  return (
    <div className="journal-line">
      <AccountSelect
        aria-label={`Account ${of}`}
        accepts={account => !account.is_control}
        {...field('account')}
      />
      <TextInput
        aria-label={`Description ${of}`}
        placeholder="Description"
        maxLength={200}
        {...field('description')}
      />
      <MoneyInput aria-label={`Debit ${of}`} placeholder="Debit" {...field('debit')} />
      <MoneyInput aria-label={`Credit ${of}`} placeholder="Credit" {...field('credit')} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove line ${index + 1}`}
        disabled={!canRemove}
        onClick={() => form.removeListItem('lines', index)}
      >
        <X size={16} />
      </ActionIcon>
    </div>
  );
}

const amountOf = (text: string): number => {
  try {
    return text === '' ? 0 : penceFromPounds(typedPounds(text));
  } catch {
    return 0;
  }
};

/** The current totals of both sides, and the difference. */
function Sums({ lines }: { lines: readonly Line[] }) {
  const sum = (side: 'debit' | 'credit') => lines.reduce((all, line) => all + amountOf(line[side]), 0);
  const [debits, credits] = [sum('debit'), sum('credit')];
  return (
    <dl className="journal-sums" aria-live="polite">
      <dt>Debits</dt>
      <dd>
        <Money pence={debits} />
      </dd>
      <dt>Credits</dt>
      <dd>
        <Money pence={credits} />
      </dd>
      <dt>Difference</dt>
      <dd data-off={debits !== credits || undefined}>
        <Money pence={Math.abs(debits - credits)} />
      </dd>
    </dl>
  );
}
