import { type CustomerChoice, customers } from '#domain/customers/customer.contract';
import { request } from '../../platform/api';
import { type PickerField, RecordPicker } from '../../ui/record-picker';

type Props = PickerField<CustomerChoice, { readonly id: number; readonly name: string }> & {
  /** Which of those found may be chosen. */
  offers?: (customer: CustomerChoice) => boolean;
};

/** Finds a customer by name, email, phone, number or postcode. Inactive ones are shown as such. */
export const CustomerPicker = ({ offers = () => true, ...field }: Props) => (
  <RecordPicker
    field={field}
    searchKey={customers.search.path}
    search={async (text, signal) => (await searchCustomers(text, signal)).filter(offers)}
    detailOf={({ number, billing_postcode, email, status }) =>
      [number, billing_postcode ?? email, status === 'inactive' && 'Inactive'].filter(Boolean).join(' · ')
    }
    nothing="No customer found"
  />
);

async function searchCustomers(text: string, signal?: AbortSignal): Promise<CustomerChoice[]> {
  const query = { text: text.slice(0, 200) };
  return (await request(customers.search, { query, ...(signal ? { signal } : {}), shownInPlace: true })).data;
}
