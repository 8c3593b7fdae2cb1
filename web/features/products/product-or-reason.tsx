import type { ReactNode } from 'react';
import type { ProductDetail } from '#domain/products/product.contract';
import type { RecordList } from '../../platform/queries';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { productById } from './products.queries';

type Props = {
  title: string;
  list?: RecordList;
  isForEdit?: boolean;
  children: (product: ProductDetail) => ReactNode;
};

/** Loads the product in the address and shows it, or the reason it cannot. */
export const ProductOrReason = (props: Props) => (
  <RecordOrReason
    record={productById}
    noun="product"
    back={<BackButton to="/products">Back to List</BackButton>}
    {...props}
  />
);
