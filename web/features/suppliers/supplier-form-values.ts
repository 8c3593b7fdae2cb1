import type { BodySent } from '#domain/kernel/call';
import type { Supplier, suppliers } from '#domain/suppliers/supplier.contract';

/** The form values; blank means none. */
export type SupplierFormValues = {
  name: string;
  email: string;
  phone: string;
  contact_person: string;
  address: string;
  status: string;
  version?: number;
};

/** The form values of a supplier, or of a blank form. */
export const formValuesOf = (supplier: Supplier | null): SupplierFormValues => ({
  name: supplier?.name ?? '',
  email: supplier?.email ?? '',
  phone: supplier?.phone ?? '',
  contact_person: supplier?.contact_person ?? '',
  address: supplier?.address ?? '',
  status: supplier?.status ?? 'active',
  ...(supplier ? { version: supplier.version } : {}),
});

/** The request of the form. */
export const bodyOf = (values: SupplierFormValues) => values as BodySent<typeof suppliers.update>;
