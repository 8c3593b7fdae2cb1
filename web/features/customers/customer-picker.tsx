import type { CustomerChoice } from '#domain/customers/customer.contract';
import { type PickerField, RecordPicker } from '../../ui/form/record-picker';
import { customersByText } from './customers.queries';

type Props = PickerField<CustomerChoice, { readonly id: number; readonly name: string }> & {
  /** Which of the results may be chosen. */
  offers?: (customer: CustomerChoice) => boolean;
};

/** Finds a customer by name, email, phone, number or postcode. Inactive ones are marked. */
export const CustomerPicker = ({ offers = () => true, ...field }: Props) => (
  <RecordPicker
    field={field}
    search={customersByText}
    offers={offers}
    detailOf={({ number, billing_postcode, email, status }) =>
      [number, billing_postcode ?? email, status === 'inactive' && 'Inactive'].filter(Boolean).join(' · ')
    }
    nothing="No customer found"
  />
);
