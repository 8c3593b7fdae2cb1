import type { ProductDetail } from '#domain/products/product.contract';
import { useNewProduct } from './product-choices';
import { ProductForm } from './product-form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';

type Props = { onClose: () => void; onSaved: (product: ProductDetail) => void };

/** Adds a product from another form, which keeps its state. */
export function AddProductDialog({ onClose, onSaved }: Props) {
  const start = useNewProduct();
  return (
    <GuardedDialog onClose={onClose} title="Add product" size="xl">
      {start && <ProductForm product={null} start={start} onSaved={onSaved} onCancel={onClose} />}
    </GuardedDialog>
  );
}
