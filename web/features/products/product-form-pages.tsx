import { Skeleton } from '@mantine/core';
import { type ProductDetail, products } from '#domain/products/product.contract';
import { usePageTitle } from '../../platform/page-title';
import { NoticeAlert } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { useSavedRecord } from '../../ui/form/use-saved-record';
import { useNewProduct } from './product-choices';
import { ProductForm } from './product-form';
import { ProductOrReason } from './product-or-reason';

/** Adds a product, then shows it; users who cannot view products go on to the next one. */
export function ProductCreatePage() {
  usePageTitle('Add product');
  const afterSave = useProductSaved();
  const start = useNewProduct();
  return (
    <>
      <PageHeader title="Add product" actions={<BackToList />} />
      <NoticeAlert notices={afterSave.notices} />
      {start ? (
        <ProductForm
          key={afterSave.times}
          product={null}
          start={start}
          onSaved={afterSave.onSaved}
          onCancel={afterSave.toList}
        />
      ) : (
        <Skeleton height={600} />
      )}
    </>
  );
}

/** Edits a product, then shows it to users who can view products. */
export const ProductEditPage = () => (
  <ProductOrReason title="Edit product" isForEdit>
    {product => <Edit product={product} />}
  </ProductOrReason>
);

function Edit({ product }: { product: ProductDetail }) {
  usePageTitle(`Edit ${product.name}`);
  const afterSave = useProductSaved();
  return (
    <>
      <PageHeader title="Edit product" detail={product.name} actions={<BackToList />} />
      <NoticeAlert notices={afterSave.notices} />
      <ProductForm
        key={afterSave.canOpenPage(product) ? product.id : product.version}
        product={product}
        onSaved={afterSave.onSaved}
        onCancel={() => afterSave.toPage(product)}
      />
    </>
  );
}

const useProductSaved = () =>
  useSavedRecord<ProductDetail>({
    read: products.list,
    list: '/products',
    page: ({ id }) => `/products/${id}`,
    words: ({ name }) => `${name} saved.`,
  });

/** Back to the list, for users who can see it. */
export const BackToList = () => <BackButton to="/products">Back to List</BackButton>;
