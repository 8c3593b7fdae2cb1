import { Textarea, TextInput } from '@mantine/core';
import { type CompanySettings, companySettings } from '#domain/settings/company.contract';
import { Form } from '../../ui/form/form';
import { LogoFields } from './logo-fields';
import { SettingCard } from './setting-card';
import { useSettingForm } from './use-setting-form';

/** The company details on documents, with a preview of the header. */
export const CompanySection = () => (
  <>
    <SettingCard
      title="Company"
      about="Printed at the top of invoices, orders, statements and receipts from now on. Invoices already issued do not change."
      get={companySettings.get}
      save={companySettings.save}
      recordedAs="Company"
    >
      {({ setting, onSaved }) => <CompanyForm company={setting} onSaved={onSaved} />}
    </SettingCard>
    <SettingCard
      title="Logo"
      about="JPEG or PNG. The picture is resized, and location and camera details are removed."
      get={companySettings.get}
      save={companySettings.addLogo}
      recordedAs="Company"
    >
      {({ setting, onSaved }) => <LogoFields company={setting} onSaved={onSaved} />}
    </SettingCard>
  </>
);

type Props = { company: CompanySettings; onSaved: (saved: CompanySettings) => void };

function CompanyForm({ company, onSaved }: Props) {
  const form = useSettingForm(companySettings.save, {
    setting: company,
    onSaved,
    valuesOf,
    failure: 'The company details could not be saved.',
  });
  const field = form.form.getInputProps;
  return (
    <Form form={form} submitLabel="Save">
      <div className="form-columns">
        <TextInput
          label="Name"
          description="The registered name"
          required
          maxLength={200}
          {...field('name')}
        />
        <TextInput
          label="Trading name"
          description="If different from the registered name"
          maxLength={200}
          {...field('trading_name')}
        />
        <Textarea label="Address" autosize minRows={3} maxLength={500} {...field('address')} />
        <Textarea
          label="Delivery address"
          description="Where suppliers deliver, if different"
          autosize
          minRows={2}
          maxLength={500}
          {...field('delivery_address')}
        />
        <Textarea
          label="Registered office"
          description="If different"
          autosize
          minRows={2}
          maxLength={500}
          {...field('registered_office')}
        />
        <TextInput
          label="Company number"
          maxLength={12}
          classNames={{ input: 'figures' }}
          {...field('company_number')}
        />
        <TextInput label="Phone" type="tel" maxLength={40} {...field('phone')} />
        <TextInput label="Email" type="email" {...field('email')} />
        <TextInput label="Website" maxLength={200} {...field('website')} />
      </div>
    </Form>
  );
}

const fields = [
  'name',
  'trading_name',
  'address',
  'delivery_address',
  'registered_office',
  'company_number',
  'phone',
  'email',
  'website',
] as const;
type Values = Record<(typeof fields)[number], string> & { version: number };

const valuesOf = (company: CompanySettings): Values => ({
  ...(Object.fromEntries(fields.map(name => [name, company[name] ?? ''])) as Record<
    (typeof fields)[number],
    string
  >),
  version: company.version,
});
