import { openingBalances } from '#domain/accounts/account.contract';
import { journals } from '#domain/journals/journal.contract';
import { request } from '../../platform/api';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { useContractForm } from '../../ui/form/form';
import { FormDialog, ReasonField } from '../../ui/dialogs/form-dialog';

type Props = {
  /** The journal to reverse, manual or of an opening item. */
  journalId: number;
  isOpening?: boolean;
  title: string;
  /** The date proposed, if not today. */
  date?: string | undefined;
  onClose: () => void;
  /** Called with the journal to show next. */
  onDone: (journalId: number) => void;
};

/** Posts the reversal of a journal; both stay. */
export function ReverseDialog({
  journalId: id,
  isOpening = false,
  title,
  date = today(),
  onClose,
  onDone,
}: Props) {
  const form = useContractForm({
    schema: journals.reverse.body,
    initial: { business_date: date, date_reason: '', reason: '' },
    send: async (body, idempotencyKey) => {
      const parameters = { params: { id }, body, idempotencyKey, shownInPlace: true };
      return isOpening
        ? (await request(openingBalances.reverse, parameters)).journal_id
        : (await request(journals.reverse, parameters)).id;
    },
    onDone,
    failure: 'The journal could not be reversed.',
  });
  return (
    <FormDialog isDocument title={title} form={form} submitLabel="Reverse" onClose={onClose}>
      <ReasonField form={form.form} />
      <DatedFields form={form.form} name="business_date" label="Date" />
    </FormDialog>
  );
}
