import type { ReactNode } from 'react';
import type { ProductDetail } from '#domain/products/product.contract';
import { RecordOrReason } from '../../ui/record-or-reason';
import { productById } from './products.queries';

type Props = { title: string; children: (product: ProductDetail) => ReactNode };

/** Loads the product in the address and shows it, or the reason it cannot. */
export const ProductOrReason = ({ title, children }: Props) => (
  <RecordOrReason record={productById} noun="product" title={title}>
    {children}
  </RecordOrReason>
);
