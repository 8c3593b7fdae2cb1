import { TextInput } from '@mantine/core';
import * as z from 'zod';
import { journals } from '#domain/journals/journal.contract';
import { request } from '../../platform/api';
import { usePageTitle } from '../../platform/page-title';
import { everything } from '../../platform/reload';
import { Card } from '../../ui/card';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { DraftAlerts } from '../../ui/form/draft-alerts';
import { Form } from '../../ui/form/form';
import { BackButton } from '../../ui/page-link';
import { PageHeader } from '../../ui/page-header';
import { useDocumentForm } from '../../ui/lines/use-document-form';
import { useSavedRecord } from '../../ui/form/use-saved-record';
import { JournalLines } from './journal-lines';
import { blankJournal, blankLine, type JournalLine, type JournalValues, sentOf } from './journal-values';
import './accounting.css';

const journalForm = z.preprocess(values => sentOf(values as JournalValues), journals.create.body);

type Posted = { id: number; narrative: string };

/** Posts a manual journal: accounts with equal debits and credits. */
export function JournalCreatePage() {
  usePageTitle('Post Journal');
  const afterSave = useSavedRecord<Posted>({
    read: everything,
    list: '/journals',
    page: ({ id }) => `/journals/${id}`,
    words: ({ narrative }) => `“${narrative}” posted.`,
  });
  const document = useDocumentForm<JournalValues, JournalLine, Posted>({
    draft: { of: 'journal', id: 'new' },
    record: () => blankJournal(today()),
    blankLine,
    schema: journalForm,
    send: (values, idempotencyKey) =>
      request(journals.create, { body: sentOf(values), idempotencyKey, shownInPlace: true }),
    onDone: afterSave.onSaved,
    failure: 'The journal could not be posted.',
  });
  const { form, lines, autosave } = document;
  return (
    <>
      <PageHeader title="Post Journal" actions={<BackButton to="/journals">Back to List</BackButton>} />
      <Form isDocument form={form} submitLabel="Post" onCancel={afterSave.toList}>
        <DraftAlerts {...document} />
        <Card title="Journal">
          <div className="form-columns">
            <TextInput label="Narrative" required maxLength={300} {...form.form.getInputProps('narrative')} />
            <DatedFields form={form.form} name="business_date" label="Date" />
          </div>
        </Card>
        <JournalLines form={form} lines={lines} kept={autosave.kept} />
      </Form>
    </>
  );
}
