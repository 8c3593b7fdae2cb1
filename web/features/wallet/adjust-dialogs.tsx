import { NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomerChoice } from '#domain/customers/customer.contract';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { itemWords } from '#domain/wallet/item-words';
import { request } from '../../platform/api';
import { DatedFields, today as todaysDate } from '../../ui/form/dated-fields';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { newClientId } from '../../platform/client-id';
import { CustomerPicker } from '../customers';
import { useApproval } from '../tills';
import type { OpenItem } from './ledger-cards';
import type { DialogProps } from './wallet-actions';
import './wallet.css';
import { accountsToPostTo } from './wallet.queries';

const adjustments = {
  write_off: 'Write off bad debt',
  credit: 'Credit the customer',
  debit: 'Charge the customer',
} as const;
const badDebts = '6800';
type AdjustValues = {
  kind: keyof typeof adjustments;
  amount: string;
  account_code: string;
  /** The invoice to write off; the oldest due first without one. */
  item_id: number | null;
  reason: string;
  business_date: string;
  date_reason: string;
};

const startOf = (isOwed: boolean): AdjustValues => ({
  kind: isOwed ? 'write_off' : 'credit',
  amount: '',
  account_code: isOwed ? badDebts : '',
  item_id: null,
  reason: '',
  business_date: todaysDate(),
  date_reason: '',
});

/** Adjusts the ledger against an account, with a reason. */
export function AdjustDialog({ statement, onClose, onDone }: DialogProps) {
  const { party, today } = statement;
  const isOwed = today.outstanding > 0;
  const [clientId] = useState(newClientId);
  const approval = useApproval();
  const form = useContractForm<AdjustValues, { number: string }>({
    schema: customerWallet.adjust.body,
    initial: startOf(isOwed),
    send: (body, idempotencyKey) =>
      approval.withApproval(clientId, approvals =>
        request(customerWallet.adjust, {
          params: { id: party.id },
          body: { ...body, client_id: clientId, approvals: [...approvals] },
          idempotencyKey,
          shownInPlace: true,
        }),
      ),
    onDone: ({ number }) => onDone(`${number} posted.`),
    failure: 'The adjustment could not be posted.',
  });
  const field = form.form.getInputProps;
  const { kind } = form.form.values;
  return (
    <GuardedDialog onClose={onClose} title={`Adjust the ledger of ${party.name}`} size={720}>
      <Form isDocument form={form} submitLabel="Post" onCancel={onClose}>
        <div className="form-columns">
          <NativeSelect
            label="Type of adjustment"
            data={Object.entries(adjustments).map(([value, label]) => ({
              value,
              label,
              disabled: value === 'write_off' ? !isOwed : party.is_erased,
            }))}
            {...field('kind')}
            onChange={event => {
              const chosen = event.currentTarget.value as keyof typeof adjustments;
              form.form.setFieldValue('kind', chosen);
              form.form.setFieldValue('account_code', chosen === 'write_off' ? badDebts : '');
              form.form.setFieldValue('item_id', null);
            }}
          />
          {kind === 'write_off' && <InvoiceField form={form.form} items={statement.open_items} />}
          <MoneyInput
            label="Amount"
            required
            data-autofocus
            description={
              kind === 'write_off' ? `${formatPounds(today.outstanding)} is outstanding` : undefined
            }
            {...field('amount')}
          />
          <AccountField {...field('account_code')} />
          <DatedFields form={form.form} name="business_date" label="Date" />
          <TextInput className="form-wide" label="Reason" required maxLength={300} {...field('reason')} />
        </div>
      </Form>
      {approval.dialog}
    </GuardedDialog>
  );
}

/** The invoice that is written off. */
function InvoiceField({
  form,
  items: openItems,
}: {
  form: UseFormReturnType<AdjustValues>;
  items: readonly OpenItem[];
}) {
  // Kept while it is open, as is what was chosen among them.
  const [items] = useState(openItems);
  const { item_id: chosen } = form.values;
  return (
    <NativeSelect
      label="Invoice"
      data={[
        { value: '', label: 'Oldest due first' },
        ...items
          .filter(({ side }) => side === 'debit')
          .map(item => ({
            value: String(item.id),
            label: `${item.document_number ?? itemWords(item)}, ${formatPounds(item.open)} open`,
          })),
      ]}
      error={form.errors.item_id}
      value={chosen === null ? '' : String(chosen)}
      onChange={event => {
        const id = event.currentTarget.value;
        form.setFieldValue('item_id', id === '' ? null : Number(id));
        const item = items.find(candidate => String(candidate.id) === id);
        if (item) form.setFieldValue('amount', poundsFromPence(item.open));
      }}
    />
  );
}

/** A field for an account that allows manual postings. */
function AccountField(props: NativeSelectProps) {
  const chart = useQuery(accountsToPostTo);
  return (
    <NativeSelect
      label="Balancing account"
      required
      data={[
        { value: '', label: 'Choose an account' },
        ...(chart.data?.data ?? [])
          .filter(({ status, is_control }) => status === 'active' && !is_control)
          .map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
      ]}
      {...props}
    />
  );
}

/** Transfers unused credit to another customer. */
export function TransferDialog({ statement, onClose, onDone }: DialogProps) {
  const { party, today } = statement;
  const [to, setTo] = useState<CustomerChoice | null>(null);
  const form = useContractForm<
    { to_customer_id: number | null; amount: string; reason: string },
    { number: string }
  >({
    schema: customerWallet.transfer.body,
    initial: { to_customer_id: null, amount: poundsFromPence(today.unallocated), reason: '' },
    send: (body, idempotencyKey) =>
      request(customerWallet.transfer, {
        params: { id: party.id },
        body,
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: ({ number }) => onDone(`${number}: credit transferred to ${to?.name ?? 'the other customer'}.`),
    failure: 'The credit could not be transferred.',
  });
  const field = form.form.getInputProps;
  return (
    <GuardedDialog onClose={onClose} title={`Transfer credit of ${party.name}`} size="lg">
      <Form isDocument form={form} submitLabel="Transfer" onCancel={onClose}>
        <CustomerPicker
          label="To"
          placeholder="Find by name, email, phone, number, postcode"
          required
          data-autofocus
          chosen={to}
          error={form.form.errors.to_customer_id}
          offers={({ id, is_walk_in }) => id !== party.id && !is_walk_in}
          onChange={chosen => {
            setTo(chosen);
            form.form.setFieldValue('to_customer_id', chosen?.id ?? null);
          }}
        />
        <MoneyInput
          label="Amount"
          required
          description={`${formatPounds(today.unallocated)} is available in the wallet`}
          {...field('amount')}
        />
        <TextInput label="Reason" required maxLength={300} {...field('reason')} />
      </Form>
    </GuardedDialog>
  );
}

/** Allocates credit to an invoice: one of them is given, the other is chosen. */
export function MatchDialog({ statement, item, onClose, onDone }: DialogProps & { item: OpenItem }) {
  // Kept while it is open, as is what was chosen among them.
  const [others] = useState(() => statement.open_items.filter(({ side }) => side !== item.side));
  const isCredit = item.side === 'credit';
  const maxAmount = (other: OpenItem | undefined) => poundsFromPence(Math.min(item.open, other?.open ?? 0));
  const pair = (other: OpenItem | undefined): Record<'credit_item_id' | 'debit_item_id', number | null> =>
    isCredit
      ? { credit_item_id: item.id, debit_item_id: other?.id ?? null }
      : { debit_item_id: item.id, credit_item_id: other?.id ?? null };
  const form = useContractForm({
    schema: customerWallet.match.body,
    initial: { ...pair(others[0]), amount: maxAmount(others[0]) },
    send: (body, idempotencyKey) =>
      request(customerWallet.match, {
        params: { id: statement.party.id },
        body,
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: ({ message }) => onDone(message),
    failure: 'The credit could not be used.',
  });
  const chosen = isCredit ? form.form.values.debit_item_id : form.form.values.credit_item_id;
  return (
    <FormDialog
      title={`${isCredit ? 'Use' : 'Pay'} ${item.document_number ?? itemWords(item)}`}
      size="lg"
      isDocument
      form={form}
      submitLabel="Use credit"
      onClose={onClose}
    >
      <NativeSelect
        label={isCredit ? 'Allocate to' : 'Credit'}
        data-autofocus
        data={others.map(other => ({
          value: String(other.id),
          label: `${other.document_number ?? itemWords(other)}, ${formatPounds(other.open)} open`,
        }))}
        value={String(chosen ?? '')}
        error={form.form.errors[isCredit ? 'debit_item_id' : 'credit_item_id']}
        onChange={event => {
          const other = others.find(({ id }) => String(id) === event.currentTarget.value);
          form.form.setValues({ ...pair(other), amount: maxAmount(other) });
        }}
      />
      <MoneyInput
        label="Amount"
        required
        description={`${formatPounds(item.open)} is open`}
        {...form.form.getInputProps('amount')}
      />
    </FormDialog>
  );
}
