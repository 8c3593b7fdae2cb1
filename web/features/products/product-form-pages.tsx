import { Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ProductDetail, products } from '#domain/products/product.contract';
import { useAccess } from '../../platform/access';
import { useReload } from '../../platform/list-page-query';
import { toast } from '../../platform/notices';
import { usePageTitle } from '../../platform/page-title';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { useNewProduct } from './product-choices';
import { ProductForm } from './product-form';
import { ProductOrReason } from './product-or-reason';

/** Adds a product, then shows it; who may not see products goes on with the next one. */
export function ProductCreatePage() {
  usePageTitle('Add product');
  const ways = useWays();
  const [added, setAdded] = useState(0);
  const start = useNewProduct();
  const onSaved = (product: ProductDetail) => {
    setAdded(added + 1);
    ways.saved(product);
  };
  return (
    <>
      <PageHeader title="Add product" actions={<BackToList />} />
      <NoticeAlert notices={ways.notices} />
      {start ? (
        <ProductForm key={added} product={null} start={start} onSaved={onSaved} onCancel={ways.toList} />
      ) : (
        <Skeleton height={600} />
      )}
    </>
  );
}

/** Edits a product, then shows it to those who may see products. */
export const ProductEditPage = () => (
  <ProductOrReason title="Edit product">{product => <Edit product={product} />}</ProductOrReason>
);

function Edit({ product }: { product: ProductDetail }) {
  usePageTitle(`Edit ${product.name}`);
  const ways = useWays();
  return (
    <>
      <PageHeader title="Edit product" detail={product.name} actions={<BackToList />} />
      <NoticeAlert notices={ways.notices} />
      <ProductForm
        key={ways.mayView ? product.id : product.version}
        product={product}
        onSaved={ways.saved}
        onCancel={() => ways.show(product)}
      />
    </>
  );
}

function useWays() {
  const navigate = useNavigate();
  const reload = useReload(products.list.path);
  const notices = useNotice();
  const mayView = useAccess().can('view_product');
  // Who cancels or has saved has said so; nobody asks again whether to leave.
  const leave = { ignoreBlocker: true };
  const toList = () => void navigate({ to: mayView ? '/products' : '/', ...leave });
  const show = ({ id }: ProductDetail) =>
    mayView ? void navigate({ to: '/products/$id', params: { id: String(id) }, ...leave }) : toList();
  return {
    notices,
    mayView,
    toList,
    show,
    saved: (product: ProductDetail) => {
      reload();
      const words = `${product.name} is saved.`;
      if (!mayView) return notices.succeeded(words);
      toast.success(words);
      show(product);
    },
  };
}

/** Back to the list, for those who may see it. */
export function BackToList() {
  if (!useAccess().can('view_product')) return null;
  return <BackButton to="/products">Back to list</BackButton>;
}
