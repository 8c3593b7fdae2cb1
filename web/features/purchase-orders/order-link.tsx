import type { ReactNode } from 'react';
import { useAccess } from '../../platform/access';
import { TextLink } from '../../ui/links';

/** An order number, linked to its page for users who can open it. */
export const OrderLink = ({ id, children }: { id: number; children: ReactNode }) =>
  useAccess().can('view_purchaseorder') ? (
    <TextLink to="/purchases/$id" params={{ id: String(id) }} className="figures" fw={560}>
      {children}
    </TextLink>
  ) : (
    <strong className="figures">{children}</strong>
  );

export const SupplierLink = ({ supplier }: { supplier: { id: number; name: string } }) =>
  useAccess().can('view_supplier') ? (
    <TextLink to="/suppliers/$id" params={{ id: String(supplier.id) }}>
      {supplier.name}
    </TextLink>
  ) : (
    supplier.name
  );
