import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { type ProductDetail, products } from '#domain/products/product.contract';
import { useAccess } from '../../platform/access';
import { usePageTitle } from '../../platform/page-title';
import { useShortcut } from '../../platform/shortcuts';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { useReload } from '../../platform/reload';
import { ProductPricesCard } from '../prices';
import { RecordActivity } from '../notes';
import { ProductActions } from './product-actions';
import { ProductMovements, ProductPurchases, ProductSales } from './product-activity';
import { ProductFigures } from './product-figures';
import { ProductImages } from './product-images';
import { ProductBarcodes, ProductInformation, ProductPrices } from './product-information';
import { ProductOrReason } from './product-or-reason';
import { LabelsDialog } from './lazy-dialogs';

/** One product with all its details. */
export const ProductDetailPage = () => (
  <ProductOrReason title="Product">{product => <Details product={product} />}</ProductOrReason>
);

function Details({ product }: { product: ProductDetail }) {
  const { can } = useAccess();
  const notices = useNotice();
  const navigate = useNavigate();
  const reload = useReload(products.list);
  const [labels, setLabels] = useState(false);
  usePageTitle(product.name);
  const edit = () => void navigate({ to: '/products/edit/$id', params: { id: String(product.id) } });
  useShortcut('e', 'Edit the product', edit, can('edit_product'));
  return (
    <>
      <PageHeader
        title={product.name}
        detail={product.sku}
        actions={
          <ProductActions
            product={product}
            notices={notices}
            onEdit={edit}
            onLabels={() => setLabels(true)}
            onChanged={reload}
          />
        }
      />
      <NoticeAlert notices={notices} />
      <ProductFigures product={product} />
      <ProductInformation product={product} />
      <ProductImages product={product} onChanged={reload} />
      <ProductPricesCard product={product} />
      <div className="product-pair">
        <ProductBarcodes product={product} />
        <ProductPrices product={product} />
      </div>
      <ProductMovements product={product} />
      <ProductPurchases product={product} />
      <ProductSales product={product} />
      <RecordActivity recordType="product" recordId={product.id} />
      {labels && <LabelsDialog products={[product]} onClose={() => setLabels(false)} />}
    </>
  );
}
