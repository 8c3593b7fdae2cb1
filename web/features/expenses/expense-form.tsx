import { Checkbox, NativeSelect, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ExpenseDetail } from '#domain/expenses/expense.contract';
import { settlementNames } from '#domain/expenses/expense.status';
import { formatDate } from '#domain/kernel/dates';
import { useIsVatRegistered } from '../../platform/company-status';
import { AttachmentPicker } from '../../ui/files/attachment-picker';
import { Card } from '../../ui/card';
import { DraftAlerts } from '../../ui/form/draft-alerts';
import { type ContractForm, Form } from '../../ui/form/form';
import { optionsFrom } from '../../ui/form/options-from';
import type { PickedFiles } from '../../ui/files/use-picked-files';
import { usePostingDay } from '../supplier-documents';
import { SupplierPicker } from '../suppliers';
import { CashFields } from './cash-fields';
import type { ExpenseFormValues } from './expense-form-values';
import { ExpenseLineFields } from './expense-line-fields';
import { type ExpenseChoices, useExpenseChoices } from './use-expense-choices';
import { useExpenseForm } from './use-expense-form';
import { useRememberedSeller } from './use-remembered-seller';
import './expenses.css';
import { DateInput } from '../../ui/dates/date-input';

type Props = {
  /** The expense to edit; undefined for a new one. */
  expense: ExpenseDetail | null;
  /** The receipts of a new expense. */
  picked: PickedFiles | null;
  /** The form stays busy until it has finished. */
  onSaved: (expense: ExpenseDetail, submits: boolean) => void | Promise<void>;
  onCancel: () => void;
};

/** Adds an expense or edits a draft. */
export function ExpenseForm({ expense, picked, onSaved, onCancel }: Props) {
  const choices = useExpenseChoices();
  const document = useExpenseForm({ expense, picked, choices, onSaved });
  const { form, lines, autosave } = document;
  return (
    <Form
      isDocument
      form={form}
      submitLabel={form.form.values.submits ? 'Save and submit' : expense ? 'Save' : 'Save draft'}
      onCancel={onCancel}
    >
      <DraftAlerts {...document} />
      <HeadFields form={form} choices={choices} expense={expense} />
      <ExpenseLineFields form={form} lines={lines} kept={autosave.kept} choices={choices} />
      {picked && (
        <Card title="Receipts">
          <AttachmentPicker picked={picked} label="Receipts" />
        </Card>
      )}
      {picked && (
        <Checkbox
          label="Submit now"
          description="If off, it is saved as a draft"
          {...form.form.getInputProps('submits', { type: 'checkbox' })}
        />
      )}
    </Form>
  );
}

type SectionProps = { form: ContractForm<ExpenseFormValues>; choices: ExpenseChoices | undefined };

const HeadFields = ({ form, choices, expense }: SectionProps & Pick<Props, 'expense'>) => (
  <Card title="Expense">
    <div className="expense-form-head">
      <TextInput
        className="expense-form-wide"
        label="Purpose"
        required
        maxLength={200}
        autoFocus
        autoComplete="off"
        {...form.form.getInputProps('description')}
      />
      <ExpenseDate form={form.form} />
      <SettlementFields form={form.form} choices={choices} till={expense?.till} />
    </div>
    <ReceiptDetailFields
      form={form.form}
      vatNumber={expense === null && <RememberedVatNumber form={form} choices={choices} />}
    />
  </Card>
);

/** The date, and when it posts if that is not at once or on another day: what is to be paid posts on its date (rule P13). */
function ExpenseDate({ form }: { form: ContractForm<ExpenseFormValues>['form'] }) {
  const isToPay = form.values.settlement === 'to_pay';
  const day = usePostingDay(isToPay ? form.values.expense_date : '');
  const words = day && [
    day.note,
    day.needs_reason && 'More than 30 days ago: it needs approval, with a reason.',
  ];
  return (
    <DateInput
      label="Date"
      required
      {...form.getInputProps('expense_date')}
      description={words?.filter(Boolean).join(' ') || undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}

/** The details on the receipt, and how it is settled. Without VAT to reclaim, no VAT number is asked for (F103). */
function ReceiptDetailFields({
  form,
  vatNumber,
}: {
  form: ContractForm<ExpenseFormValues>['form'];
  vatNumber: ReactNode;
}) {
  const isRegistered = useIsVatRegistered(form.values.expense_date);
  const hasVatNumber = isRegistered || Boolean(form.values.vat_number);
  return (
    <div className="expense-form-head">
      <SupplierPicker
        label="Supplier"
        description={
          form.values.settlement === 'to_pay' && isRegistered
            ? 'Needed to reclaim VAT on a bill to be paid'
            : 'Optional. Leave blank if there is no supplier account'
        }
        {...form.getInputProps('supplier_id')}
        chosen={form.values.supplier}
        onChange={supplier =>
          form.setFieldValue('supplier', supplier && { id: supplier.id, name: supplier.name })
        }
      />
      <TextInput
        label="Receipt number"
        description="As on the receipt or invoice"
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('reference')}
      />
      {hasVatNumber && (vatNumber || <VatNumberInput {...form.getInputProps('vat_number')} />)}
      <Textarea
        className="expense-form-wide"
        label="Notes"
        rows={2}
        maxLength={4000}
        {...form.getInputProps('notes')}
      />
    </div>
  );
}

const VatNumberInput = (field: TextInputProps) => (
  <TextInput
    label="Supplier’s VAT number"
    description="Needed to reclaim VAT"
    maxLength={40}
    autoComplete="off"
    {...field}
  />
);

/** The VAT number of a new expense, filled in if the seller had one before. */
function RememberedVatNumber({ form, choices }: SectionProps) {
  const seller = useRememberedSeller(form, choices);
  const isRemembered = seller?.vat_number === form.form.values.vat_number;
  return (
    <VatNumberInput
      {...form.form.getInputProps('vat_number')}
      {...(isRemembered && {
        description: `As on ${formatDate(seller.expense_date)}. Check it against the receipt`,
      })}
    />
  );
}

const SettlementFields = ({
  form,
  choices,
  till,
}: {
  form: ContractForm<ExpenseFormValues>['form'];
  choices: ExpenseChoices | undefined;
  till: ExpenseDetail['till'] | undefined;
}) => (
  <>
    <NativeSelect
      label="Settlement"
      data={optionsFrom(settlementNames)}
      {...form.getInputProps('settlement')}
    />
    {form.values.settlement === 'firm_paid' && (
      <CashFields form={form} choices={choices} label="Paid by" till={till} />
    )}
    {form.values.settlement === 'to_pay' && (
      <DateInput
        label="Due"
        description="Leave blank to use the supplier’s terms"
        {...form.getInputProps('due_on')}
      />
    )}
  </>
);
