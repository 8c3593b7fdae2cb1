import { Checkbox, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#domain/kernel/call';
import { formatPounds, poundsFromPence, sum } from '#domain/kernel/money';
import { type WriteOff, writeOffs } from '#domain/wallet/write-off.contract';
import { request } from '../../platform/api';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { type ContractForm, Form, useContractForm } from '../../ui/form/form';
import { ReasonField } from '../../ui/dialogs/form-dialog';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { LoadFailure } from '../../ui/load-failure';
import { Money } from '../../ui/money';
import type { Entry } from './ledger-cards';
import type { DialogProps } from './wallet-actions';
import './wallet.css';
import { writeOffById } from './wallet.queries';

type Props = DialogProps & { entry: Entry; writeOff: NonNullable<Entry['write_off']> };
type Reversed = ReplyOf<typeof writeOffs.reverse>;
type Values = {
  reason: string;
  invoices: { item_id: number; amount: string }[];
  business_date: string;
  date_reason: string;
};

/** Reverses a write-off: the customer pays after all, or it was a mistake. */
export function ReverseWriteOffDialog(props: Props) {
  const details = useQuery(writeOffById(props.writeOff.id));
  return (
    <GuardedDialog onClose={props.onClose} title={`Reverse ${props.entry.document_number}`} size="lg">
      {details.data ? (
        <WriteOffForm {...props} details={details.data} />
      ) : details.isError ? (
        <LoadFailure page={details} words="The write-off could not be loaded." />
      ) : (
        <Skeleton height={240} />
      )}
    </GuardedDialog>
  );
}

function WriteOffForm({ writeOff, details, onClose, onDone }: Props & { details: WriteOff }) {
  // Kept while it is open: what is ticked stays in sight once someone else has reversed it.
  const [{ invoices }] = useState(details);
  const form = useContractForm<Values, Reversed>({
    schema: writeOffs.reverse.body,
    initial: {
      reason: '',
      invoices: invoices.map(({ item_id, amount }) => ({ item_id, amount: poundsFromPence(amount) })),
      business_date: today(),
      date_reason: '',
    },
    send: (body, idempotencyKey) =>
      request(writeOffs.reverse, { params: { id: writeOff.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: reversed => onDone(reversedWords(reversed)),
    failure: 'The write-off could not be reversed.',
  });
  const relief = sum(invoices.map(invoice => invoice.relieved_vat));
  return (
    <Form isDocument form={form} submitLabel="Reverse" onCancel={onClose}>
      <p className="wallet-note">
        <Money pence={writeOff.remaining} /> was written off. Choose what becomes outstanding again, then
        record the payment.
      </p>
      {invoices.length > 0 && <WrittenOff form={form} invoices={invoices} />}
      {relief > 0 && (
        <p className="wallet-note">
          Bad debt relief of <Money pence={relief} /> was claimed. The VAT in the amount you reverse is
          returned in box 1.
        </p>
      )}
      <ReasonField form={form.form} />
      <DatedFields form={form.form} name="business_date" label="Date" />
    </Form>
  );
}

function reversedWords({ number, amount, reliefs }: Reversed): string {
  const returned = reliefs.map(
    relief => ` ${relief.number} returns ${formatPounds(relief.vat)} of VAT relief.`,
  );
  return `${number}: ${formatPounds(amount)} is outstanding again.${returned.join('')}`;
}

/** The invoices that were written off, with how much of each becomes outstanding again. */
function WrittenOff({
  form: { form },
  invoices,
}: {
  form: ContractForm<Values>;
  invoices: WriteOff['invoices'];
}) {
  const chosen = form.values.invoices;
  const placeOf = (id: number) => chosen.findIndex(({ item_id }) => item_id === id);
  const choose = (invoice: WriteOff['invoices'][number], isChosen: boolean) =>
    form.setFieldValue(
      'invoices',
      isChosen
        ? [...chosen, { item_id: invoice.item_id, amount: poundsFromPence(invoice.amount) }]
        : chosen.filter(({ item_id }) => item_id !== invoice.item_id),
    );
  return (
    <div className="wallet-invoices">
      {invoices.map(invoice => {
        const name = invoice.document.number ?? `Item ${invoice.item_id}`;
        const place = placeOf(invoice.item_id);
        return (
          <div key={invoice.item_id} className="wallet-invoice">
            <Checkbox
              label={
                <>
                  {name}, <Money pence={invoice.amount} /> written off
                </>
              }
              checked={place >= 0}
              // Without a chosen invoice, everything would be reversed.
              disabled={place >= 0 && chosen.length === 1}
              onChange={event => choose(invoice, event.currentTarget.checked)}
            />
            {place >= 0 && (
              <MoneyInput aria-label={`For ${name}`} {...form.getInputProps(`invoices.${place}.amount`)} />
            )}
          </div>
        );
      })}
    </div>
  );
}
