import { ActionIcon, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import * as z from 'zod';
import { tenderMethodNames } from '#domain/sales/tender';
import {
  isChosenMethod,
  type PaymentMethods,
  paymentMethods,
  type PaymentRule,
  type TillMethod,
  tillMethod,
} from '#domain/settings/payment-methods.contract';
import { request } from '../../platform/api';
import { refreshSession } from '../../platform/session';
import { AccountName } from '../../ui/account-name';
import { type ContractForm, Form, useContractForm } from '../../ui/form/form';
import type { LineRules } from '../../ui/lines/merge-lines';
import { SettingCard } from './setting-card';

/** Payment methods with their names, accounts and order. */
export const PaymentSection = () => (
  <SettingCard
    title="Payment at the till"
    about="Shown in this order at the till. Cash, wallet and account are always available. If a method needs a reference, such as the last four digits of a card, the cashier must enter one. The drawer opens if the till has its own receipt printer. A new account applies to new payments only."
    get={paymentMethods.get}
    save={paymentMethods.save}
    recordedAs="Payment at the till"
  >
    {({ setting, onSaved }) => (
      <PaymentForm
        payment={setting}
        onSaved={saved => {
          onSaved(saved);
          // Other screens use the new names from now on.
          void refreshSession();
        }}
      />
    )}
  </SettingCard>
);

type MethodValues = Omit<PaymentRule, 'name' | 'position'> & {
  key: TillMethod;
  id: TillMethod;
  method: TillMethod;
  name: string;
  account_code: string | null;
};
type Values = { methods: MethodValues[]; version: number };
type Props = { payment: PaymentMethods; onSaved: (saved: PaymentMethods) => void };
type PaymentForm = ContractForm<Values>['form'];

function PaymentForm({ payment, onSaved }: Props) {
  const form = useContractForm<Values, PaymentMethods>({
    schema: z.preprocess(values => bodyOf(values as Values), paymentMethods.save.body),
    initial: valuesOf(payment),
    lineFields: { methods: methodRules(payment) },
    send: values => request(paymentMethods.save, { body: bodyOf(values), shownInPlace: true }),
    onDone: onSaved,
    failure: 'The payment methods could not be saved.',
    valuesOfCurrent: row => valuesOfCurrent(row as Current),
  });
  return (
    <Form form={form} submitLabel="Save">
      <table className="payment-table">
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Display name</th>
            <th scope="col">Account</th>
            <th scope="col">Available</th>
            <th scope="col">Needs a reference</th>
            <th scope="col">Refunds</th>
            <th scope="col">Opens drawer</th>
            <th scope="col">Order</th>
          </tr>
        </thead>
        <tbody>
          {form.form.values.methods.map(({ method }, index) => (
            <MethodRow key={method} method={method} index={index} form={form.form} payment={payment} />
          ))}
        </tbody>
      </table>
    </Form>
  );
}

type RowProps = { method: TillMethod; index: number; form: PaymentForm; payment: PaymentMethods };

function MethodRow({ method, index, form, payment }: RowProps) {
  const name = tenderMethodNames[method];
  const at = (field: keyof MethodValues) => `methods.${index}.${field}`;
  const last = form.values.methods.length - 1;
  const box = (field: 'is_taken' | 'needs_reference' | 'is_paid_back' | 'opens_drawer', label: string) => (
    <Checkbox aria-label={`${name} ${label}`} {...form.getInputProps(at(field), { type: 'checkbox' })} />
  );
  const move = (to: number) => form.reorderListItem('methods', { from: index, to });
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label="Display name">
        <TextInput
          aria-label={`Display name of ${name}`}
          placeholder={name}
          maxLength={30}
          {...form.getInputProps(at('name'))}
        />
      </td>
      <td data-label="Account">
        <AccountOf method={method} index={index} form={form} payment={payment} />
      </td>
      <td data-label="Available">{isChosenMethod(method) ? box('is_taken', 'is available') : 'Always'}</td>
      <td data-label="Needs a reference">
        {isChosenMethod(method) ? box('needs_reference', 'needs a reference') : '—'}
      </td>
      <td data-label="Refunds">
        {isChosenMethod(method)
          ? box('is_paid_back', 'can be refunded')
          : method === 'account'
            ? '—'
            : 'Always'}
      </td>
      <td data-label="Opens drawer">{box('opens_drawer', 'opens the drawer')}</td>
      <td data-label="Order">
        <span className="payment-order">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${name} up`}
            disabled={index === 0}
            onClick={() => move(index - 1)}
          >
            <ArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${name} down`}
            disabled={index === last}
            onClick={() => move(index + 1)}
          >
            <ArrowDown size={16} />
          </ActionIcon>
        </span>
      </td>
    </tr>
  );
}

/** The account: selectable except for cash, wallet and on account. */
function AccountOf({ method, index, form, payment }: RowProps) {
  if (!isChosenMethod(method)) {
    const account = payment.data.find(row => row.method === method)?.account;
    if (!account) return 'Customer’s account';
    return <AccountName account={account} />;
  }
  return (
    <NativeSelect
      aria-label={`Account of ${tenderMethodNames[method]}`}
      data={payment.accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
      {...form.getInputProps(`methods.${index}.account_code`)}
    />
  );
}

const valuesOf = ({ data, version }: PaymentMethods): Values => ({
  methods: data.map(({ account, name, ...rule }) => ({
    ...rule,
    key: rule.method,
    id: rule.method,
    name: name ?? '',
    account_code: account?.code ?? null,
  })),
  version,
});

const bodyOf = ({ methods, version }: Values) => ({
  methods: methods.map(({ key: _key, id: _id, ...method }) => method),
  version,
});

/** How two users' edits of the methods are merged (F12). Their order is merged as well. */
const methodRules = ({ accounts }: PaymentMethods): LineRules<MethodValues> => ({
  isSame: (one, other) => JSON.stringify(shownOf(one)) === JSON.stringify(shownOf(other)),
  keepMine: mine => mine,
  nameOf: ({ method }) => tenderMethodNames[method],
  valuesOf: line => [
    ['Display name', line.name],
    ['Account', accounts.find(({ code }) => code === line.account_code)?.name ?? ''],
    ['Available', yesOrNo(line.is_taken)],
    ['Needs a reference', yesOrNo(line.needs_reference)],
    ['Refunds', yesOrNo(line.is_paid_back)],
    ['Opens drawer', yesOrNo(line.opens_drawer)],
  ],
});

const shownOf = ({
  name,
  account_code,
  is_taken,
  needs_reference,
  is_paid_back,
  opens_drawer,
}: MethodValues) => [name, account_code, is_taken, needs_reference, is_paid_back, opens_drawer];
const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');

type Current = Record<TillMethod, PaymentRule & { account: string | null }> & { version: number };

const valuesOfCurrent = (current: Current): Values => ({
  methods: tillMethod.options
    .toSorted((one, other) => current[one].position - current[other].position)
    .map(method => {
      const { name, position: _, account, ...rule } = current[method];
      return { ...rule, key: method, id: method, method, name: name ?? '', account_code: account };
    }),
  version: current.version,
});
