import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccess } from '../../platform/access';

/** The number of an order, leading to its page for those who may open it. */
export const OrderLink = ({ id, children }: { id: number; children: ReactNode }) =>
  useAccess().can('view_purchaseorder') ? (
    <Anchor
      component={Link}
      to="/purchases/$id"
      params={{ id: String(id) } as never}
      className="figures"
      fw={560}
    >
      {children}
    </Anchor>
  ) : (
    <strong className="figures">{children}</strong>
  );

export const SupplierLink = ({ supplier }: { supplier: { id: number; name: string } }) =>
  useAccess().can('view_supplier') ? (
    <Anchor component={Link} to="/suppliers/$id" params={{ id: String(supplier.id) } as never}>
      {supplier.name}
    </Anchor>
  ) : (
    supplier.name
  );
