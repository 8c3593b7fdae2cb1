import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { countryOptions } from '#domain/countries/country';
import { consentNames, customerKindNames } from '#domain/customers/customer-fields';
import { type Customer, customers } from '#domain/customers/customer.contract';
import { passesRecordRule } from '#domain/kernel/record-rules';
import { priceGroups } from '#domain/pricing/price-group.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { EmailInput, PhoneInput, PostcodeInput } from '../../ui/form/contact-inputs';
import { useUser } from '../../platform/session';
import { optionsFrom } from '../../ui/form/options-from';
import { Card } from '../../ui/card';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { type ContractForm, Form, useContractForm } from '../../ui/form/form';
import { statusOptions } from '../../ui/filters/status-options';
import { bodyOf, type CustomerFormValues, formValuesOf } from './customer-form-values';
import { DuplicateWarning } from './duplicate-warning';
import { TagField } from './tag-field';
import './customers.css';
import { priceGroupChoices } from './customers.queries';

type Props = {
  /** The customer to edit; undefined for a new one. */
  customer: Customer | null;
  onSaved: (customer: Customer) => void;
  onCancel: () => void;
};

/** Adds a customer or edits one. */
export function CustomerForm({ customer, onSaved, onCancel }: Props) {
  const canView = useAccess().can('view_customer');
  const call = customer ? customers.update : customers.create;
  const form = useContractForm<CustomerFormValues, Customer>({
    schema: z.preprocess(values => bodyOf(values as CustomerFormValues), call.body),
    initial: formValuesOf(customer),
    send: (values, idempotencyKey) =>
      customer
        ? request(customers.update, { params: { id: customer.id }, body: bodyOf(values), shownInPlace: true })
        : request(customers.create, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: onSaved,
    failure: 'The customer could not be saved. Try again.',
    valuesOfCurrent: row => formValuesOf(z.decode(customers.update.reply, row as never)),
  });
  const isWalkIn = customer?.is_walk_in ?? false;
  return (
    <Form form={form} submitLabel={customer ? 'Save' : 'Add customer'} onCancel={onCancel}>
      <DuplicateWarning values={form.form.values} except={customer?.id} canView={canView} />
      <div className="customer-form">
        <IdentityFields form={form} isWalkIn={isWalkIn} />
        <AddressFields form={form} isWalkIn={isWalkIn} />
        <TermsFields form={form} isWalkIn={isWalkIn} />
        <RemarkFields form={form} customer={customer} />
      </div>
    </Form>
  );
}

type SectionProps = { form: ContractForm<CustomerFormValues> };

const IdentityFields = ({ form: { form }, isWalkIn }: SectionProps & { isWalkIn: boolean }) => (
  <Card title="Customer">
    <div className="form-columns">
      <TextInput
        className="form-wide"
        label="Name"
        required
        maxLength={200}
        data-autofocus
        autoFocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <NativeSelect label="Kind" data={optionsFrom(customerKindNames)} {...form.getInputProps('kind')} />
      <NativeSelect
        label="Status"
        disabled={isWalkIn}
        data={statusOptions}
        {...form.getInputProps('status')}
      />
      {form.values.kind === 'company' && (
        <TextInput
          className="form-wide"
          label="Contact person"
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('contact_person')}
        />
      )}
      <EmailInput {...form.getInputProps('email')} />
      <PhoneInput {...form.getInputProps('phone')} />
    </div>
  </Card>
);

const AddressFields = ({ form: { form }, isWalkIn }: SectionProps & { isWalkIn: boolean }) => (
  <Card title="Addresses">
    <div className="form-columns">
      <Textarea
        className="form-wide"
        label="Billing address"
        rows={3}
        maxLength={1000}
        {...form.getInputProps('billing_address')}
      />
      <PostcodeInput label="Billing postcode" {...form.getInputProps('billing_postcode')} />
      <NativeSelect
        label="Country"
        disabled={isWalkIn}
        data={countryOptions()}
        {...form.getInputProps('country')}
      />
      <Checkbox
        className="form-wide"
        label="Deliver to another address"
        description="If off, goods go to the billing address"
        {...form.getInputProps('delivers_elsewhere', { type: 'checkbox' })}
      />
      {form.values.delivers_elsewhere && (
        <>
          <Textarea
            className="form-wide"
            label="Delivery address"
            rows={3}
            maxLength={1000}
            {...form.getInputProps('delivery_address')}
          />
          <PostcodeInput label="Delivery postcode" {...form.getInputProps('delivery_postcode')} />
          <NativeSelect
            label="Country of delivery"
            description="Determines the VAT on their purchases"
            disabled={isWalkIn}
            data={countryOptions()}
            {...form.getInputProps('delivery_country')}
          />
        </>
      )}
    </div>
  </Card>
);

/** The price group, for users who may see prices. Changing it lowers prices, which takes a permission (decision 183). */
function PriceGroupField({ form: { form }, isWalkIn }: SectionProps & { isWalkIn: boolean }) {
  const canList = useAccess().canCall(priceGroups.list);
  const canChange = passesRecordRule('customerPriceGroups', useUser());
  const page = useQuery({ ...priceGroupChoices, enabled: canList });
  if (!canList) return null;
  const groups = page.data?.data ?? [];
  return (
    <NativeSelect
      className="form-wide"
      label="Price group"
      disabled={isWalkIn || !canChange}
      {...(canChange ? {} : { description: needsPrices })}
      data={[
        { value: '', label: 'List prices' },
        ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      {...form.getInputProps('price_group_id')}
    />
  );
}

const needsPrices = 'Needs the permission to override prices';
const needsCredit = 'Needs the permission to sell on account';

const TermsFields = ({ form, isWalkIn }: SectionProps & { isWalkIn: boolean }) => (
  <Card title="Terms and tax">
    <div className="form-columns">
      <PriceGroupField form={form} isWalkIn={isWalkIn} />
      <CreditFields form={form} isWalkIn={isWalkIn} />
      <TaxFields form={form} />
    </div>
  </Card>
);

/** What is sold on account is due when these say, up to the limit. */
function CreditFields({ form: { form }, isWalkIn }: SectionProps & { isWalkIn: boolean }) {
  const canChange = passesRecordRule('customerCredit', useUser());
  return (
    <>
      <TextInput
        label="Payment terms in days"
        description={canChange ? 'From the invoice date to the due date' : needsCredit}
        inputMode="numeric"
        required
        disabled={!canChange}
        {...form.getInputProps('payment_terms_days')}
      />
      <MoneyInput
        label="Credit limit"
        description={canChange ? 'Leave blank for no credit' : needsCredit}
        disabled={isWalkIn || !canChange}
        {...form.getInputProps('credit_limit')}
      />
    </>
  );
}

const TaxFields = ({ form: { form } }: SectionProps) => (
  <>
    <TextInput
      label="VAT number"
      description="Nine digits, with or without GB"
      maxLength={40}
      autoComplete="off"
      {...form.getInputProps('vat_number')}
    />
    <TextInput
      label="Tax number abroad"
      description="As issued by the tax authority"
      maxLength={40}
      autoComplete="off"
      {...form.getInputProps('tax_number')}
    />
  </>
);

function RemarkFields({ form: { form }, customer }: SectionProps & { customer: Customer | null }) {
  // Consent once recorded can be withdrawn, but not reset to "Not asked".
  const wasAsked = customer !== null && customer.consent !== 'not_asked';
  const words = optionsFrom(consentNames).filter(({ value }) => !wasAsked || value !== 'not_asked');
  return (
    <Card title="Consent, tags and notes">
      <div className="form-columns">
        <NativeSelect
          className="form-wide"
          label="Marketing consent"
          description="The time and your name are recorded with it"
          disabled={customer?.is_walk_in ?? false}
          data={words}
          {...form.getInputProps('consent')}
        />
        <TagField
          tags={form.values.tags}
          onChange={tags => form.setFieldValue('tags', tags)}
          error={form.errors.tags}
        />
        <Textarea
          className="form-wide"
          label="Notes"
          rows={3}
          maxLength={4000}
          {...form.getInputProps('notes')}
        />
      </div>
    </Card>
  );
}
