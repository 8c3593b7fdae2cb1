import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { products } from '#domain/products/product.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { useAccess } from '../../platform/access';
import type { ContractForm } from '../../ui/form';
import type { LineStore } from '../../ui/line-store';
import { AddProductDialog } from '../products';
import { SupplierDialog } from '../suppliers';
import { lineOf } from './line-of-product';
import { blankLine, type LineValues, type OrderFormValues } from './order-form-values';
import { searchProducts } from './product-look-up';

type Adding = 'supplier' | 'product' | null;

/**
 * Adds a supplier or product without leaving the order; the new record is selected once saved (finding F19).
 * The dialogs are outside the order's form, so that their submit does not submit it.
 */
export function useAddFromOrder({ form }: ContractForm<OrderFormValues>, lines: LineStore<LineValues>) {
  const { canCall } = useAccess();
  const [adding, add] = useState<Adding>(null);
  const close = () => add(null);
  const chooseProduct = async (sku: string) => {
    close();
    const { supplier } = form.getValues();
    const [product] = await searchProducts(sku, supplier?.id ?? null);
    if (!product) return;
    const empty = lines.lines().find(line => !line.product && line.description.trim() === '');
    const line = empty ?? blankLine();
    const filled = { ...line, ...lineOf(product, line) };
    if (empty) lines.change(empty.key, filled);
    else lines.set([...lines.lines(), filled]);
  };
  return {
    addSupplier: canCall(suppliers.create) ? () => add('supplier') : null,
    addProduct: canCall(products.create) ? () => add('product') : null,
    dialogs: (
      <>
        {adding === 'supplier' && (
          <SupplierDialog
            supplier={null}
            onClose={close}
            onSaved={({ id, name }) => {
              close();
              form.setFieldValue('supplier', { id, name });
              form.clearFieldError('supplier_id');
            }}
          />
        )}
        {adding === 'product' && (
          <AddProductDialog onClose={close} onSaved={({ sku }) => void chooseProduct(sku)} />
        )}
      </>
    ),
  };
}

/** Opens the dialog for a new record; absent for users who cannot add one. */
export const AddButton = ({ onClick, children }: { onClick: (() => void) | null; children: string }) =>
  onClick && (
    <Button variant="subtle" size="compact-xs" leftSection={<Plus size={14} />} onClick={onClick}>
      {children}
    </Button>
  );
