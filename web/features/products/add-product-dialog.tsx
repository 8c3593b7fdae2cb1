import { Modal } from '@mantine/core';
import type { ProductDetail } from '#domain/products/product.contract';
import { useNewProduct } from './product-choices';
import { ProductForm } from './product-form';

type Props = { onClose: () => void; onSaved: (product: ProductDetail) => void };

/** Adds a product from another form, which keeps its state. */
export function AddProductDialog({ onClose, onSaved }: Props) {
  const start = useNewProduct();
  return (
    <Modal opened onClose={onClose} title="Add product" size="xl">
      {start && <ProductForm product={null} start={start} onSaved={onSaved} onCancel={onClose} />}
    </Modal>
  );
}
