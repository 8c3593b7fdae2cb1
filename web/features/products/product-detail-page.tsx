import { useNavigate } from '@tanstack/react-router';
import { type ProductDetail, products } from '#domain/products/product.contract';
import { useAccess } from '../../platform/access';
import { useShortcut } from '../../platform/shortcuts';
import { RecordPage } from '../../ui/record/record-page';
import { useRecordDialogs } from '../../ui/record/use-record-dialogs';
import { ProductPricesCard } from '../prices';
import { RecordActivity } from '../notes';
import { ProductActions } from './product-actions';
import { ProductMovements, ProductPurchases, ProductSales } from './product-activity';
import { ProductFigures } from './product-figures';
import { ProductImages } from './product-images';
import { ProductBarcodes, ProductInformation, ProductPrices } from './product-information';
import { ProductOrReason } from './product-or-reason';
import { productList } from './products.queries';
import { LabelsDialog } from './lazy-dialogs';

/** One product with all its details. */
export const ProductDetailPage = () => (
  <ProductOrReason title="Product" list={productList}>
    {product => <Details product={product} />}
  </ProductOrReason>
);

function Details({ product }: { product: ProductDetail }) {
  const { can } = useAccess();
  const navigate = useNavigate();
  const { notices, reload, open, setOpen, close } = useRecordDialogs<'labels'>(products.list);
  const edit = () => void navigate({ to: '/products/edit/$id', params: { id: String(product.id) } });
  useShortcut('e', 'Edit the product', edit, can('edit_product'));
  useShortcut('l', 'Print labels', () => setOpen('labels'));
  return (
    <RecordPage
      title={product.name}
      status={product.sku}
      actions={
        <ProductActions
          product={product}
          notices={notices}
          onEdit={edit}
          onLabels={() => setOpen('labels')}
          onChanged={reload}
        />
      }
      notices={notices}
      sections={{
        summary: (
          <>
            <ProductFigures product={product} />
            <ProductInformation product={product} />
          </>
        ),
        money: (
          <>
            <ProductPricesCard product={product} />
            <div className="product-pair">
              <ProductBarcodes product={product} />
              <ProductPrices product={product} />
            </div>
            <ProductMovements product={product} />
            <ProductPurchases product={product} />
            <ProductSales product={product} />
          </>
        ),
        files: <ProductImages product={product} onChanged={reload} />,
        history: <RecordActivity recordType="product" recordId={product.id} />,
      }}
    >
      {open && <LabelsDialog products={[product]} onClose={close} />}
    </RecordPage>
  );
}
