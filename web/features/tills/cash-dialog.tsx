import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import type { ReplyOf } from '#domain/kernel/call';
import { type VatCode, vatCodeNames, vatWithin } from '#domain/kernel/vat';
import { formatPounds, type Pence, penceFromPounds } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import { tillCashKindNames } from '#domain/tills/till-cash-kind';
import type { CashMovementWrite } from '#domain/tills/cash-movement';
import { sellingSettings } from '#domain/tills/selling-settings.contract';
import { type TillSessionDetail, tills } from '#domain/tills/till.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { newClientId } from '../../platform/client-id';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { typedPounds } from '../../ui/form/typed-figures';
import { TouchKeypad } from './touch-keypad';
import { cashAccounts } from './tills.queries';
import { sellingRules } from './tills-details.queries';
import { useApproval } from './use-approval';

type Kind = CashMovementWrite['kind'];
type Values = {
  amount: string;
  /** The code of an account, or `c` and the id of an expense category without one. */
  account_code: string;
  vat_code: string;
  vat: string;
  reference: string;
  vat_number: string;
  reason: string;
};
type Props = {
  session: TillSessionDetail;
  kind: Kind;
  onClose: () => void;
  onDone: (message: string) => void;
};

type Field = ReturnType<typeof useContractForm<Values, TillSessionDetail>>['form']['getInputProps'];

const words: Readonly<Record<Kind, { title: string; submit: string; done: string }>> = {
  paid_in: { title: 'Pay in cash', submit: 'Pay in', done: 'Cash paid in.' },
  paid_out: { title: 'Pay out cash', submit: 'Pay out', done: 'Cash paid out.' },
  drop: { title: 'Drop to safe', submit: 'Drop', done: 'Cash dropped to the safe.' },
};

function bodyOf(kind: Kind, values: Values) {
  const { amount, account_code, reason, vat_code, vat, reference, vat_number } = values;
  const isCategory = account_code.startsWith('c');
  return {
    kind,
    amount: typedPounds(amount),
    reason,
    ...(kind === 'drop' || account_code === '' || isCategory ? {} : { account_code }),
    ...(kind === 'paid_out' && isCategory ? { category_id: Number(account_code.slice(1)) } : {}),
    ...(kind === 'paid_out' && reference.trim() !== '' ? { reference } : {}),
    ...(kind === 'paid_out' && vat_code !== ''
      ? {
          vat_code: vat_code as VatCode,
          ...(vat.trim() === '' ? {} : { vat: typedPounds(vat) }),
          ...(vat_number.trim() === '' ? {} : { vat_number }),
        }
      : {}),
  };
}

/** Cash paid into or out of a drawer without a sale. Above the limit of cash paid out it asks for an approver's PIN. */
export function CashDialog({ session, kind, onClose, onDone }: Props) {
  const accounts = useQuery(cashAccounts);
  const rates = accounts.data?.vat_rates ?? [];
  const limit = usePaidOutLimit(kind);
  const [clientId] = useState(newClientId);
  const approval = useApproval();
  const form = useContractForm<Values, TillSessionDetail>({
    schema: z.preprocess(values => bodyOf(kind, values as Values), tills.move.body),
    initial: {
      amount: '',
      account_code: '',
      vat_code: '',
      vat: '',
      reference: '',
      vat_number: '',
      reason: '',
    },
    send: (values, idempotencyKey) =>
      approval.withApproval(clientId, approvals =>
        request(tills.move, {
          params: { id: session.id },
          body: { ...bodyOf(kind, values), client_id: clientId, approvals: [...approvals] },
          idempotencyKey,
          shownInPlace: true,
        }),
      ),
    onDone: () => onDone(words[kind].done),
    failure: `${tillCashKindNames[kind]} could not be recorded.`,
  });
  const field = form.form.getInputProps;
  return (
    <>
      <GuardedDialog onClose={onClose} title={words[kind].title}>
        <Form form={form} submitLabel={words[kind].submit} onCancel={onClose}>
          <MoneyInput
            label="Amount"
            description={
              limit === null ? undefined : `Above ${formatPounds(limit)} a day, approval by PIN is needed.`
            }
            required
            data-autofocus
            {...field('amount')}
          />
          {kind !== 'drop' && <PurposeField kind={kind} accounts={accounts.data?.data} field={field} />}
          {kind === 'paid_out' && <ReceiptFields field={field} rates={rates} values={form.form.values} />}
          <TextInput label="Reason" required maxLength={200} {...field('reason')} />
          <TouchKeypad />
        </Form>
      </GuardedDialog>
      {approval.dialog}
    </>
  );
}

type PurposeProps = {
  kind: 'paid_in' | 'paid_out';
  /** Undefined until they are known. */
  accounts: ReplyOf<typeof tills.cashAccounts>['data'] | undefined;
  field: Field;
};

/** Where the cash comes from, or what it is for. */
function PurposeField({ kind, accounts, field }: PurposeProps) {
  const options = (accounts ?? []).filter(account => account.for === kind);
  return (
    <NativeSelect
      label={kind === 'paid_in' ? 'From' : 'For'}
      required={kind === 'paid_out'}
      description={
        kind === 'paid_out' && accounts && options.length === 0
          ? 'No cost accounts yet. Add one under Accounts.'
          : undefined
      }
      data={[
        { value: '', label: kind === 'paid_in' ? 'The safe' : 'Choose a cost account' },
        ...options
          .filter(account => account.code !== '1010')
          .map(({ code, name, category_id }) => ({
            value: category_id === null ? code : `c${category_id}`,
            label: category_id === null ? `${code} ${name}` : name,
          })),
      ]}
      {...field('account_code')}
    />
  );
}

/** What this user may pay out in a day without approval; null for any amount, and while it is not known. */
function usePaidOutLimit(kind: Kind): Pence | null {
  const { can, canCall } = useAccess();
  const isLimited = kind === 'paid_out' && !can('pay_out_cash') && canCall(sellingSettings.get);
  const rules = useQuery({ ...sellingRules, enabled: isLimited });
  return (isLimited ? rules.data?.paid_out_limit : null) ?? null;
}

type ReceiptProps = {
  field: Field;
  rates: readonly { readonly code: VatCode; readonly rate: number }[];
  values: Values;
};

/** The petty cash receipt, and its VAT if the company is registered. */
function ReceiptFields({ field, rates, values }: ReceiptProps) {
  const rate = rates.find(({ code }) => code === values.vat_code)?.rate ?? 0;
  const amount = typedPounds(values.amount);
  const within = /^\d{1,9}\.\d{2}$/.test(amount)
    ? formatPounds(vatWithin(penceFromPounds(amount), rate))
    : null;
  return (
    <>
      <TextInput label="Receipt number" maxLength={60} {...field('reference')} />
      {rates.length > 0 && (
        <NativeSelect
          label="VAT"
          data={[
            { value: '', label: 'No VAT to reclaim' },
            ...rates.map(({ code, rate: percent }) => ({
              value: code,
              label: percent > 0 ? `${vatCodeNames[code]} (${formatPercent(percent)})` : vatCodeNames[code],
            })),
          ]}
          {...field('vat_code')}
        />
      )}
      {rate > 0 && (
        <>
          <MoneyInput
            label="VAT on the receipt"
            description={within === null ? undefined : `Leave blank for ${within}.`}
            {...field('vat')}
          />
          <TextInput label="Supplier’s VAT number" maxLength={40} {...field('vat_number')} />
        </>
      )}
    </>
  );
}
