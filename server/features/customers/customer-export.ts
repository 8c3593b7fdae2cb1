import { countryName } from '#domain/countries/country';
import { consentNames, customerKindNames } from '#domain/customers/customer-fields';
import type { CustomerRow } from '#domain/customers/customer.contract';
import type { Column } from '../../platform/spreadsheets/column';

/**
 * The columns of the exported customer list. An import reads them back, except consent, which a file cannot
 * give.
 */
export const customerExportColumns = (withBalances: boolean): readonly Column<CustomerRow>[] => [
  { header: 'Number', kind: 'text', width: 10, value: c => c.number },
  { header: 'Name', kind: 'text', width: 32, value: c => c.name },
  { header: 'Kind', kind: 'text', width: 10, value: c => customerKindNames[c.kind] },
  { header: 'Contact person', kind: 'text', width: 22, value: c => c.contact_person },
  { header: 'Email', kind: 'text', width: 28, value: c => c.email },
  { header: 'Phone', kind: 'text', width: 18, value: c => c.phone },
  { header: 'Billing address', kind: 'text', width: 36, value: c => c.billing_address },
  { header: 'Billing postcode', kind: 'text', width: 14, value: c => c.billing_postcode },
  { header: 'Country', kind: 'text', width: 18, value: c => countryName(c.country) },
  { header: 'Delivery address', kind: 'text', width: 36, value: c => c.delivery_address },
  { header: 'Delivery postcode', kind: 'text', width: 14, value: c => c.delivery_postcode },
  {
    header: 'Country of delivery',
    kind: 'text',
    width: 18,
    value: c => (c.delivery_country === null ? null : countryName(c.delivery_country)),
  },
  { header: 'VAT number', kind: 'text', width: 14, value: c => c.vat_number },
  { header: 'Tax number abroad', kind: 'text', width: 18, value: c => c.tax_number },
  { header: 'Price group', kind: 'text', width: 16, value: c => c.price_group?.name ?? null },
  { header: 'Payment terms (days)', kind: 'integer', width: 18, value: c => c.payment_terms_days },
  { header: 'Credit limit', kind: 'money', width: 14, value: c => c.credit_limit },
  { header: 'Tags', kind: 'text', width: 24, value: c => c.tags.join(', ') || null },
  { header: 'Notes', kind: 'text', width: 36, value: c => c.notes },
  { header: 'Status', kind: 'text', width: 10, value: c => c.status },
  { header: 'Marketing consent', kind: 'text', width: 18, value: c => consentNames[c.consent] },
  { header: 'Consent recorded', kind: 'instant', width: 20, value: c => c.consent_at },
  { header: 'Consent recorded by', kind: 'text', width: 22, value: c => c.consent_by },
  { header: 'Created', kind: 'instant', width: 20, value: c => c.created_at },
  ...(withBalances ? balanceColumns : []),
];

const balanceColumns: readonly Column<CustomerRow>[] = [
  { header: 'Owed', kind: 'money', width: 14, value: c => c.owed ?? null },
  { header: 'Overdue', kind: 'money', width: 14, value: c => c.overdue ?? null },
  { header: 'Wallet', kind: 'money', width: 14, value: c => c.wallet ?? null },
];
