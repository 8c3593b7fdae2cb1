import type { PriceGroup } from '#domain/pricing/price-group.contract';
import { percentTyped, typedPercent } from './percent-field';

export type PriceGroupFormValues = {
  name: string;
  percent_off: string;
  status: PriceGroup['status'];
  version?: number;
};

export const formValuesOf = ({ name, percent_off, status, version }: PriceGroup): PriceGroupFormValues => ({
  name,
  percent_off: percentTyped(percent_off),
  status,
  version,
});

/** The request of the form. */
export const bodyOf = (values: PriceGroupFormValues) => ({
  ...values,
  percent_off: typedPercent(values.percent_off) || '0',
});
