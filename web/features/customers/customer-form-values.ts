import { homeCountry } from '#domain/countries/country';
import type { BodySent } from '#domain/kernel/call';
import { type Customer, customers } from '#domain/customers/customer.contract';
import { poundsFromPence } from '#domain/kernel/money';
import { typedPounds } from '../../ui/form/typed-figures';

/** The form values; blank means none. */
export type CustomerFormValues = {
  name: string;
  kind: string;
  contact_person: string;
  email: string;
  phone: string;
  billing_address: string;
  billing_postcode: string;
  country: string;
  delivers_elsewhere: boolean;
  delivery_address: string;
  delivery_postcode: string;
  delivery_country: string;
  vat_number: string;
  tax_number: string;
  price_group_id: string;
  payment_terms_days: string;
  credit_limit: string;
  consent: string;
  tags: string[];
  notes: string;
  status: string;
  version?: number;
};

/** The form values of a customer, or of a blank form. */
export const formValuesOf = (customer: Customer | null): CustomerFormValues => ({
  name: customer?.name ?? '',
  kind: customer?.kind ?? 'person',
  contact_person: customer?.contact_person ?? '',
  email: customer?.email ?? '',
  phone: customer?.phone ?? '',
  billing_address: customer?.billing_address ?? '',
  billing_postcode: customer?.billing_postcode ?? '',
  country: customer?.country ?? homeCountry,
  delivers_elsewhere: customer != null && customer.delivery_address !== null,
  delivery_address: customer?.delivery_address ?? '',
  delivery_postcode: customer?.delivery_postcode ?? '',
  delivery_country: customer?.delivery_country ?? customer?.country ?? homeCountry,
  vat_number: customer?.vat_number ?? '',
  tax_number: customer?.tax_number ?? '',
  price_group_id: customer?.price_group ? String(customer.price_group.id) : '',
  payment_terms_days: String(customer?.payment_terms_days ?? 30),
  credit_limit: customer?.credit_limit == null ? '' : poundsFromPence(customer.credit_limit),
  consent: customer?.consent ?? 'not_asked',
  tags: customer?.tags ?? [],
  notes: customer?.notes ?? '',
  status: customer?.status ?? 'active',
  ...(customer ? { version: customer.version } : {}),
});

/** The request. Fields hidden by the kind or a checkbox are dropped. */
export function bodyOf(values: CustomerFormValues): BodySent<typeof customers.update> {
  const { delivers_elsewhere, ...fields } = values;
  const days = values.payment_terms_days.trim();
  return {
    ...fields,
    contact_person: values.kind === 'company' ? values.contact_person : null,
    delivery_address: delivers_elsewhere ? values.delivery_address : null,
    delivery_postcode: delivers_elsewhere ? values.delivery_postcode : null,
    delivery_country: delivers_elsewhere ? values.delivery_country : null,
    price_group_id: values.price_group_id === '' ? null : Number(values.price_group_id),
    payment_terms_days: days === '' ? Number.NaN : Number(days),
    credit_limit: values.credit_limit.trim() === '' ? null : typedPounds(values.credit_limit),
  } as BodySent<typeof customers.update>;
}
