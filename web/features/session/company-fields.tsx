import { Textarea, TextInput } from '@mantine/core';
import type { ContractForm } from '../../ui/form/form';
import { DateInput } from '../../ui/dates/date-input';
import { Radio } from '../../ui/form/radio';

/** The company fields of the first registration. */
export type NewCompany = {
  company_name: string;
  company_address: string;
  vat_registered: boolean;
  vat_number: string;
  vat_registered_from: string;
};

/** A new company is not registered for VAT until a number is entered (rules V2, V23). */
export const newCompany: NewCompany = {
  company_name: '',
  company_address: '',
  vat_registered: false,
  vat_number: '',
  vat_registered_from: '',
};

export type Registration = { name: string; email: string; password: string } & Partial<NewCompany>;

export function CompanyFields({ form: { form } }: { form: ContractForm<Registration> }) {
  const field = form.getInputProps;
  const isRegistered = form.values.vat_registered ?? false;
  return (
    <>
      <TextInput
        label="Company name"
        description="Printed on receipts and invoices"
        required
        maxLength={200}
        autoComplete="organization"
        {...field('company_name')}
      />
      <Textarea
        label="Address"
        autosize
        minRows={2}
        maxLength={500}
        autoComplete="street-address"
        {...field('company_address')}
      />
      <Radio.Group
        label="VAT"
        value={isRegistered ? 'yes' : 'no'}
        onChange={chosen => form.setFieldValue('vat_registered', chosen === 'yes')}
      >
        <div className="public-choices">
          <Radio value="no" label="Not registered" description="No VAT is charged or reclaimed" />
          <Radio value="yes" label="Registered" />
        </div>
      </Radio.Group>
      {isRegistered && (
        <>
          <TextInput
            label="VAT number"
            description="Nine digits, with or without GB"
            required
            maxLength={40}
            autoComplete="off"
            {...field('vat_number')}
          />
          <DateInput
            label="Registered from"
            description="Leave blank if registered before you started here"
            {...field('vat_registered_from')}
          />
        </>
      )}
    </>
  );
}
