import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { PaymentMethod } from '#domain/payments/payment.status';
import { drawerOptions } from '#domain/tills/open-drawer';
import { customerMethodName } from '../../platform/payment-names';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { openDrawers } from './wallet.queries';

export type MoneyValues = {
  amount: string;
  payment_method: PaymentMethod;
  session_id: number | null;
  reference: string;
  notes: string;
  business_date: string;
  date_reason: string;
};

export const noMoney = (payment_method: PaymentMethod, amount = ''): MoneyValues => ({
  amount,
  payment_method,
  session_id: null,
  reference: '',
  notes: '',
  business_date: today(),
  date_reason: '',
});

/** The tills open for cash; undefined while loading. */
export const useDrawers = () => useQuery(openDrawers).data?.data;

type Drawers = ReturnType<typeof useDrawers>;
type Form<Values> = UseFormReturnType<Values>;

/** Amount, method and date. Cash is available while a till is open (rule T1). */
export function MoneyFields<Values extends MoneyValues>({
  form,
  methods,
  amountHint,
  onAmount,
}: {
  form: Form<Values>;
  methods: readonly PaymentMethod[];
  amountHint?: string;
  onAmount?: (amount: string) => void;
}) {
  const drawers = useDrawers();
  const field = (name: keyof MoneyValues) => form.getInputProps(name as never);
  const method = form.values.payment_method;
  const choose = (value: PaymentMethod) => {
    form.setFieldValue('payment_method', value as never);
    // With several open, the one who takes the money says where it is.
    const only = drawers?.length === 1 ? drawers[0] : undefined;
    form.setFieldValue('session_id', (value === 'cash' ? (only?.session_id ?? null) : null) as never);
  };
  return (
    <div className="form-columns">
      <MoneyInput
        label="Amount"
        required
        data-autofocus
        description={amountHint}
        {...field('amount')}
        onFocus={event => event.currentTarget.select()}
        onChange={amount => {
          form.setFieldValue('amount', amount as never);
          onAmount?.(amount);
        }}
      />
      <NativeSelect
        label="Method"
        description={drawers?.length === 0 ? 'Open a till to take cash' : 'Cash is recorded in an open till'}
        data={methods.map(value => ({
          value,
          label: customerMethodName(value),
          disabled: value === 'cash' && !drawers?.length,
        }))}
        {...field('payment_method')}
        onChange={event => choose(event.currentTarget.value as PaymentMethod)}
      />
      {method === 'cash' && <DrawerField form={form} drawers={drawers} />}
      <DatedFields form={form} name="business_date" label="Date" />
      <TextInput label="Reference" maxLength={60} {...field('reference')} />
      <Textarea className="form-wide" label="Notes" rows={2} maxLength={2000} {...field('notes')} />
    </div>
  );
}

const optionsOf = (drawers: Drawers) => drawerOptions(drawers ?? [], new Date());

/** The drawer that cash goes into or comes out of. */
export const DrawerField = <Values extends { session_id: number | null }>({
  form,
  drawers,
}: {
  form: Form<Values>;
  drawers: Drawers;
}) => (
  <NativeSelect
    label="Till"
    required
    data={[{ value: '', label: 'Choose a till' }, ...optionsOf(drawers)]}
    {...form.getInputProps('session_id')}
    value={form.values.session_id === null ? '' : String(form.values.session_id)}
    onChange={event =>
      form.setFieldValue(
        'session_id',
        (event.currentTarget.value === '' ? null : Number(event.currentTarget.value)) as never,
      )
    }
  />
);
