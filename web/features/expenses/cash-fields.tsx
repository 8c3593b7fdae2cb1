import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ExpenseDetail } from '#domain/expenses/expense.contract';
import { formatPounds } from '#domain/kernel/money';
import { paymentMethod, paymentMethodNames } from '#domain/payments/payment.status';
import { drawerOptions } from '#domain/tills/open-drawer';
import { methodsOffered } from '../../platform/payment-names';
import type { ExpenseChoices } from './use-expense-choices';

type Cash = { payment_method: string; session_id: string };
type Props<Values extends Cash> = {
  form: UseFormReturnType<Values>;
  choices: ExpenseChoices | undefined;
  label?: string;
  /** The till that paid an expense so far, which can be closed since (decision 141). */
  till?: ExpenseDetail['till'] | undefined;
};

/** How it is paid: the method, and for cash the safe or an open till (rule L4). */
export function CashFields<Values extends Cash>({ form, choices, label = 'Method', till }: Props<Values>) {
  const tills = tillOptions(choices);
  const isClosed = till && !tills.some(({ value }) => value === String(till.session_id));
  if (isClosed)
    tills.push({
      value: String(till.session_id),
      label: choices ? `${till.register_name} (closed)` : till.register_name,
    });
  return (
    <>
      <NativeSelect
        label={label}
        required
        data={methodsOffered(form.values.payment_method).map(value => ({
          value,
          label: paymentMethodNames[value],
        }))}
        {...form.getInputProps('payment_method')}
      />
      {form.values.payment_method === 'cash' && (
        <NativeSelect
          label="Cash from"
          data={[{ value: '', label: 'The safe' }, ...tills]}
          {...form.getInputProps('session_id')}
        />
      )}
    </>
  );
}

/** The till that returned cash goes into: any that is open, for what came out of tills. */
export function TillForCash<Values extends { session_id: string }>({
  expense: { paid, paid_from_tills },
  choices,
  form,
}: {
  expense: Pick<ExpenseDetail, 'paid' | 'paid_from_tills'>;
  choices: ExpenseChoices | undefined;
  form: UseFormReturnType<Values>;
}) {
  const words = [
    paid_from_tills < paid && `${formatPounds(paid_from_tills)} of it came from a till`,
    choices?.tills.length === 0 && 'No till is open. Open one first',
  ];
  return (
    <NativeSelect
      label="Return cash to"
      description={words.filter(Boolean).join('. ') || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      data={[{ value: '', label: 'Choose a till' }, ...tillOptions(choices)]}
      {...form.getInputProps('session_id')}
    />
  );
}

const tillOptions = (choices: ExpenseChoices | undefined) => drawerOptions(choices?.tills ?? [], new Date());

/** The request of both fields. */
export const cashSent = ({ payment_method, session_id }: Cash) => ({
  payment_method: payment_method as (typeof paymentMethod.options)[number],
  session_id: payment_method === 'cash' && session_id !== '' ? Number(session_id) : null,
});
