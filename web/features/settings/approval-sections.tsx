import { Checkbox, TextInput } from '@mantine/core';
import { expenseSettings } from '#domain/expenses/expense.contract';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { type Pence, poundsFromPence } from '#domain/kernel/money';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { Form } from '../../ui/form/form';
import { typedPounds } from '../../ui/form/typed-figures';
import { SettingCard } from './setting-card';
import { decodedBy, useSettingForm } from './use-setting-form';

type PurchasingRules = ReplyOf<typeof purchasingSettings.get>;
type ExpenseRules = ReplyOf<typeof expenseSettings.get>;

/** Order approval and over-receipt tolerance (rule P3). */
export const PurchasingSection = () => (
  <SettingCard
    title="Purchasing"
    about="Checked when an order is sent, goods are received or a payment is recorded. What is already sent, received or paid does not change."
    get={purchasingSettings.get}
    save={purchasingSettings.update}
    recordedAs="Purchasing"
  >
    {({ setting, onSaved }) => <PurchasingForm rules={setting} onSaved={onSaved} />}
  </SettingCard>
);

/** Expense approval and receipt limits. */
export const ExpensesSection = () => (
  <SettingCard
    title="Expenses"
    about="Checked when an expense is submitted. Expenses already submitted do not change."
    get={expenseSettings.get}
    save={expenseSettings.update}
    recordedAs="Expenses"
  >
    {({ setting, onSaved }) => <ExpenseForm rules={setting} onSaved={onSaved} />}
  </SettingCard>
);

type PurchasingValues = {
  approval_limit: string;
  over_receipt_percent: string;
  settle_oldest_first: boolean;
  version: number;
};

function PurchasingForm({
  rules,
  onSaved,
}: {
  rules: PurchasingRules;
  onSaved: (saved: PurchasingRules) => void;
}) {
  const form = useSettingForm(purchasingSettings.update, {
    setting: rules,
    onSaved,
    valuesOf: purchasingValues,
    bodyOf: purchasingBody,
    failure: 'The rules could not be saved.',
    currentOf: decodedBy(purchasingSettings.update),
  });
  return (
    <Form form={form} submitLabel="Save">
      <div className="form-columns">
        <MoneyInput
          label="Order approval above"
          description="Orders above this total need approval by a different person before they are sent. Leave blank for no approval."
          {...form.form.getInputProps('approval_limit')}
        />
        <TextInput
          label="Over-receipt allowed (%)"
          description="How much more than the ordered quantity can be received. Enter 0 to allow none."
          inputMode="decimal"
          classNames={{ input: 'figures' }}
          {...form.form.getInputProps('over_receipt_percent')}
        />
        <Checkbox
          className="form-wide"
          label="Allocate payments without an order to the oldest bills"
          description="If off, the payment stays on account as an advance until it is allocated to a bill. You can change this for each payment."
          {...form.form.getInputProps('settle_oldest_first', { type: 'checkbox' })}
        />
      </div>
    </Form>
  );
}

const blankable = (pence: Pence | null) => (pence === null ? '' : poundsFromPence(pence));
const nullable = (typed: string) => (typed.trim() === '' ? null : typedPounds(typed));

const purchasingValues = (rules: PurchasingRules): PurchasingValues => ({
  approval_limit: blankable(rules.approval_limit),
  over_receipt_percent: String(rules.over_receipt_percent / 100),
  settle_oldest_first: rules.settle_oldest_first,
  version: rules.version,
});
const purchasingBody = (values: PurchasingValues): BodySent<typeof purchasingSettings.update> => ({
  approval_limit: nullable(values.approval_limit),
  over_receipt_percent: values.over_receipt_percent.replace('%', '').trim(),
  settle_oldest_first: values.settle_oldest_first,
  version: values.version,
});

type ExpenseValues = { approval_limit: string; receipt_limit: string; version: number };

function ExpenseForm({ rules, onSaved }: { rules: ExpenseRules; onSaved: (saved: ExpenseRules) => void }) {
  const form = useSettingForm(expenseSettings.update, {
    setting: rules,
    onSaved,
    valuesOf: expenseValues,
    bodyOf: expenseBody,
    failure: 'The rules could not be saved.',
    currentOf: decodedBy(expenseSettings.update),
  });
  return (
    <Form form={form} submitLabel="Save">
      <div className="form-columns">
        <MoneyInput
          label="Expense approval above"
          required
          description="Expenses above this amount need approval by a different person, unless only one user can approve. What one user submits on one day counts together until it is approved. Smaller expenses are approved when submitted."
          {...form.form.getInputProps('approval_limit')}
        />
        <MoneyInput
          label="Receipt needed above"
          description="Expenses above this amount need a receipt. Leave blank if no receipt is needed."
          {...form.form.getInputProps('receipt_limit')}
        />
      </div>
    </Form>
  );
}

const expenseValues = (rules: ExpenseRules): ExpenseValues => ({
  approval_limit: poundsFromPence(rules.approval_limit),
  receipt_limit: blankable(rules.receipt_limit),
  version: rules.version,
});
const expenseBody = (values: ExpenseValues): BodySent<typeof expenseSettings.update> => ({
  approval_limit: typedPounds(values.approval_limit),
  receipt_limit: nullable(values.receipt_limit),
  version: values.version,
});
