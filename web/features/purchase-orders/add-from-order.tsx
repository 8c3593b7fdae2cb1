import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type ProductDetail, products } from '#domain/products/product.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { useAccess } from '../../platform/access';
import { notifyError } from '../../platform/notices';
import type { ContractForm } from '../../ui/form/form';
import type { LineStore } from '../../ui/lines/line-store';
import { AddProductDialog } from '../products';
import { SupplierDialog } from '../suppliers';
import type { useChangeSupplier } from './change-supplier';
import { lineOf } from './line-of-product';
import { blankLine, type LineValues, type OrderFormValues } from './order-form-values';
import { searchProducts } from './product-look-up';

type Adding = 'supplier' | 'product' | null;

/**
 * Adds a supplier or product without leaving the order; the new record is selected once saved (finding F19).
 * The dialogs are outside the order's form, so that their submit does not submit it.
 */
export function useAddFromOrder(
  { form }: ContractForm<OrderFormValues>,
  lines: LineStore<LineValues>,
  changeSupplier: ReturnType<typeof useChangeSupplier>,
) {
  const { canCall } = useAccess();
  const [adding, add] = useState<Adding>(null);
  const close = () => add(null);
  const chooseProduct = async (added: ProductDetail) => {
    close();
    const { supplier } = form.getValues();
    // Its SKU may be the barcode of another product, which the search puts first.
    const product = await searchProducts(added.sku, supplier?.id ?? null).then(
      found => found.find(({ id }) => id === added.id),
      () => undefined,
    );
    if (!product)
      return notifyError(`${added.name} was saved, but not put on the order. Search for it on a line.`);
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
              changeSupplier({ id, name });
            }}
          />
        )}
        {adding === 'product' && (
          <AddProductDialog onClose={close} onSaved={added => void chooseProduct(added)} />
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
