import { TextInput } from '@mantine/core';
import { type BankDetailsSettings, bankDetailsSettings } from '#domain/settings/bank-details.contract';
import { Form } from '../../ui/form/form';
import { SettingCard } from './setting-card';
import { useSettingForm } from './use-setting-form';

/** The account that customers pay into. */
export const BankSection = () => (
  <SettingCard
    title="Bank details"
    about="Printed under “How to pay” on invoices, statements and reminders, with the balance due, due date and payment reference."
    get={bankDetailsSettings.get}
    save={bankDetailsSettings.save}
    recordedAs="Bank details"
  >
    {({ setting, onSaved }) => <BankForm bank={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Props = { bank: BankDetailsSettings; onSaved: (saved: BankDetailsSettings) => void };
type Values = {
  account_name: string;
  sort_code: string;
  account_number: string;
  iban: string;
  version: number;
};

function BankForm({ bank, onSaved }: Props) {
  const form = useSettingForm(bankDetailsSettings.save, {
    setting: bank,
    onSaved,
    valuesOf,
    failure: 'The bank details could not be saved.',
  });
  const field = form.form.getInputProps;
  const figures = { classNames: { input: 'figures' } };
  return (
    <Form form={form} submitLabel="Save">
      <div className="form-columns">
        <TextInput
          label="Account name"
          description="As held by your bank. Your customers’ banks check the name"
          maxLength={100}
          {...field('account_name')}
        />
        <TextInput
          label="Sort code"
          description="Six digits"
          maxLength={12}
          {...figures}
          {...field('sort_code')}
        />
        <TextInput
          label="Account number"
          description="Eight digits"
          maxLength={14}
          {...figures}
          {...field('account_number')}
        />
        <TextInput
          label="IBAN"
          description="For customers paying from abroad"
          maxLength={42}
          {...figures}
          {...field('iban')}
        />
      </div>
    </Form>
  );
}

const valuesOf = (bank: BankDetailsSettings): Values => ({
  account_name: bank.account_name ?? '',
  sort_code: bank.sort_code ?? '',
  account_number: bank.account_number ?? '',
  iban: bank.iban ?? '',
  version: bank.version,
});
