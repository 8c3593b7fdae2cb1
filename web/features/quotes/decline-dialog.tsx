import { TextInput } from '@mantine/core';
import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form';
import { FormDialog } from '../../ui/form-dialog';

type Props = { quote: QuoteDetail; onClose: () => void; onDone: (message: string) => void };

/** Marks a quote as declined. The reason helps with the next quote. */
export function DeclineDialog({ quote, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: quotes.decline.body.omit({ version: true }),
    initial: { reason: '' },
    send: ({ reason }, idempotencyKey) =>
      request(quotes.decline, {
        params: { id: quote.id },
        body: { reason, version: quote.version },
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: () => onDone(`${quote.number} declined.`),
    failure: 'The quote could not be updated.',
  });
  return (
    <FormDialog title={`Decline ${quote.number}`} form={form} submitLabel="Decline" onClose={onClose}>
      <TextInput
        label="Reason"
        description="Optional. The reason the customer gave"
        maxLength={200}
        data-autofocus
        {...form.form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
