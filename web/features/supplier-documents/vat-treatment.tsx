import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { type ReverseCharge, reverseChargeNames } from '#domain/purchase-orders/reverse-charge';

/** Blank: the VAT is as printed. */
export type Treatment = ReverseCharge | '';

/** How the VAT of a supplier document is accounted for (rule V28). */
export const VatTreatment = (props: NativeSelectProps) => (
  <NativeSelect
    label="VAT treatment"
    data={[
      { value: '', label: 'VAT as printed' },
      ...Object.entries(reverseChargeNames).map(([value, label]) => ({ value, label })),
    ]}
    {...props}
  />
);
