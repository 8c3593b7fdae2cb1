import { Checkbox, type CheckboxProps, NativeSelect, TextInput } from '@mantine/core';
import {
  type Account,
  type AccountKind,
  accountKind,
  accountKindNames,
  accounts,
  longTermNames,
} from '#domain/accounts/account.contract';
import type { BodyOf } from '#domain/kernel/call';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { statusOptions } from '../../ui/filters/status-options';

type Props = { account: Account | null; onClose: () => void; onDone: (message: string) => void };

/** Adds an account, or renames one. */
export const AccountDialog = ({ account, onClose, onDone }: Props) => (
  <GuardedDialog onClose={onClose} title={account ? `Edit ${account.code}` : 'Add account'}>
    {account ? (
      <EditForm account={account} onClose={onClose} onDone={onDone} />
    ) : (
      <AddForm onClose={onClose} onDone={onDone} />
    )}
  </GuardedDialog>
);

const empty: BodyOf<typeof accounts.create> = {
  code: '',
  name: '',
  kind: 'expense',
  is_long_term: false,
};

function AddForm({ onClose, onDone }: Omit<Props, 'account'>) {
  const form = useContractForm({
    schema: accounts.create.body,
    initial: empty,
    send: (body, idempotencyKey) => request(accounts.create, { body, idempotencyKey, shownInPlace: true }),
    onDone: account => onDone(`Account ${account.code} added.`),
    failure: 'The account could not be added.',
  });
  const field = form.form.getInputProps;
  const { onChange: changeKind, ...kindField } = field('kind');
  return (
    <Form form={form} submitLabel="Save" onCancel={onClose}>
      <TextInput label="Code" required inputMode="numeric" maxLength={4} data-autofocus {...field('code')} />
      <TextInput label="Name" required maxLength={100} {...field('name')} />
      <NativeSelect
        label="Kind"
        data={accountKind.options.map(kind => ({ value: kind, label: accountKindNames[kind] }))}
        {...kindField}
        onChange={event => {
          changeKind(event);
          form.form.setFieldValue('is_long_term', false);
        }}
      />
      <LongTerm kind={form.form.values.kind} field={field('is_long_term', { type: 'checkbox' })} />
    </Form>
  );
}

function EditForm({ account, onClose, onDone }: Props & { account: Account }) {
  const form = useContractForm({
    schema: accounts.update.body,
    initial: {
      name: account.name,
      status: account.status,
      is_long_term: account.is_long_term,
      version: account.version,
    },
    send: body =>
      request(accounts.update, { params: { code: Number(account.code) }, body, shownInPlace: true }),
    onDone: () => onDone(`Account ${account.code} saved.`),
    failure: 'The account could not be saved.',
  });
  const field = form.form.getInputProps;
  return (
    <Form form={form} submitLabel="Save" onCancel={onClose}>
      <TextInput label="Name" required maxLength={100} data-autofocus {...field('name')} />
      {!account.is_system && (
        <>
          <NativeSelect label="Status" data={[...statusOptions]} {...field('status')} />
          <LongTerm kind={account.kind} field={field('is_long_term', { type: 'checkbox' })} />
        </>
      )}
    </Form>
  );
}

/** Its section in the balance sheet, for kinds that have two. */
function LongTerm({ kind, field }: { kind: AccountKind; field: CheckboxProps }) {
  const label = longTermNames[kind];
  return (
    label && <Checkbox label={label} description="A section of its own in the balance sheet." {...field} />
  );
}
