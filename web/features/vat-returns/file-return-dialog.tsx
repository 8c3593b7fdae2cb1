import { TextInput } from '@mantine/core';
import { type VatReturn, vatReturns } from '#domain/vat-returns/vat-return.contract';
import { periodWords } from '#domain/vat-returns/vat-return.rules';
import { request } from '../../platform/api';
import { useShownRecord } from '../../platform/use-shown-record';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { netWords } from './return-words';
import { returnTo } from './vat-returns.queries';

type Props = {
  vatReturn: VatReturn;
  onClose: () => void;
  onDone: () => void;
};

/** Confirms filing a return, which cannot be undone. */
export function FileReturnDialog({ vatReturn, onClose, onDone }: Props) {
  // The return is filed as seen (V25).
  const [seen, reloadOnConflict] = useShownRecord(returnTo(vatReturn.to), vatReturn, now => now);
  const form = useContractForm({
    schema: vatReturns.file.body,
    initial: { to: vatReturn.to, reference: '' },
    send: (values, idempotencyKey) => {
      const body = { ...values, entry_count: seen.entry_count };
      return reloadOnConflict(request(vatReturns.file, { body, idempotencyKey, shownInPlace: true }));
    },
    onDone,
    failure: 'The VAT return could not be filed.',
  });
  return (
    <FormDialog
      title="File the VAT return"
      isDocument
      form={form}
      submitLabel="File return"
      onClose={onClose}
    >
      {/* Focused so that screen readers read it and Ctrl+Enter confirms it. */}
      <p className="vat-return-question" tabIndex={-1} data-autofocus>
        File the return for {periodWords(seen)}: {netWords(seen)}?
      </p>
      <p className="vat-return-note">
        Its nine boxes are frozen and its dates are locked: nothing more can be posted to them. Later entries
        go into the next return. Submit the figures to HMRC yourself. This only records that you did.
      </p>
      <TextInput
        label="HMRC reference"
        description="From HMRC’s receipt, if you already have it"
        maxLength={100}
        {...form.form.getInputProps('reference')}
      />
    </FormDialog>
  );
}
