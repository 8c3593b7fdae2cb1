import { Anchor } from '@mantine/core';
import { countryName } from '#domain/countries/country';
import { consentNames, customerKindNames } from '#domain/customers/customer-fields';
import type { CustomerDetail } from '#domain/customers/customer.contract';
import { formatMoment } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { EmailAddress } from '../../ui/email-address';
import { Card } from '../../ui/card';
import { Moment } from '../../ui/dates/day';
import { type Fact, FactList } from '../../ui/record/fact-list';
import { CustomerBadge, CustomerLink } from './customer-state';
import { TagList } from './tag-field';
import './customers.css';

/** All details of a customer, with a dash for blanks; an erased customer has none. */
export function CustomerInformation({ customer }: { customer: CustomerDetail }) {
  if (customer.erased_at) return <Record customer={customer} />;
  return (
    <>
      <Record customer={customer} />
      <Card title="Addresses">
        <FactList
          facts={[
            { label: 'Billing address', value: address(customer.billing_address, customer.billing_postcode) },
            { label: 'Country', value: countryName(customer.country) },
            {
              label: 'Delivery address',
              value:
                customer.delivery_address === null
                  ? 'Same as billing'
                  : address(customer.delivery_address, customer.delivery_postcode),
            },
            ...(customer.delivery_country === null
              ? []
              : [{ label: 'Country of delivery', value: countryName(customer.delivery_country) }]),
          ]}
        />
      </Card>
      {!customer.is_walk_in && (
        <Card title="Terms and consent">
          <FactList
            facts={[
              { label: 'Price group', value: customer.price_group?.name ?? 'List prices' },
              { label: 'Payment terms', value: termsWords(customer.payment_terms_days) },
              {
                label: 'Credit limit',
                value:
                  customer.credit_limit === null
                    ? 'No credit: they cannot buy on account'
                    : formatPounds(customer.credit_limit),
              },
              { label: 'VAT number', value: customer.vat_number },
              { label: 'Tax number abroad', value: customer.tax_number },
              { label: 'Marketing consent', value: consentWords(customer) },
            ]}
          />
        </Card>
      )}
      {customer.notes && (
        <Card title="Notes">
          <p className="record-notes">{customer.notes}</p>
        </Card>
      )}
    </>
  );
}

function Record({ customer }: { customer: CustomerDetail }) {
  const { merged_from } = customer;
  const facts: Fact[] = [
    { label: 'Number', value: customer.number },
    { label: 'Status', value: <CustomerBadge customer={customer} /> },
    ...(customer.erased_at ? [] : personal(customer)),
    ...(merged_from.length > 0
      ? [{ label: 'Merged into this one', value: <MergedFrom customer={customer} /> }]
      : []),
    { label: 'Created', value: <Moment at={customer.created_at} /> },
    { label: 'Last updated', value: <Moment at={customer.updated_at} /> },
  ];
  return (
    <Card title="Customer">
      <FactList facts={facts} />
    </Card>
  );
}

const personal = (customer: CustomerDetail): Fact[] => [
  { label: 'Kind', value: customerKindNames[customer.kind] },
  ...(customer.kind === 'company' ? [{ label: 'Contact person', value: customer.contact_person }] : []),
  {
    label: 'Email',
    value: customer.email && (
      <Anchor href={`mailto:${customer.email}`}>
        <EmailAddress address={customer.email} />
      </Anchor>
    ),
  },
  { label: 'Phone', value: customer.phone },
  { label: 'Tags', value: customer.tags.length > 0 ? <TagList tags={customer.tags} /> : null },
];

const MergedFrom = ({ customer }: { customer: CustomerDetail }) => (
  <>
    {customer.merged_from.map((other, index) => (
      <span key={other.id}>
        {index > 0 && ', '}
        <CustomerLink customer={other} />
      </span>
    ))}
  </>
);

const address = (lines: string | null, postcode: string | null) =>
  [lines, postcode].filter(Boolean).join('\n') || null;

const termsWords = (days: number) =>
  days === 0
    ? 'Due on the invoice date'
    : `Due ${days} ${days === 1 ? 'day' : 'days'} after the invoice date`;

const consentWords = ({ consent, consent_at, consent_by }: CustomerDetail) =>
  consent_at
    ? `${consentNames[consent]}\n${formatMoment(consent_at)}, recorded by ${consent_by}`
    : consentNames[consent];
