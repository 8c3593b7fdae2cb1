import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ProductDetail, products } from '#domain/products/product.contract';
import { useReload } from '../../platform/list-page-query';
import { toast } from '../../platform/notices';
import { usePageTitle } from '../../platform/page-title';
import { PageHeader } from '../../ui/page-header';
import { ProductForm } from './product-form';
import { ProductOrReason } from './product-or-reason';

/** Adds a product, then shows it. */
export function ProductCreatePage() {
  usePageTitle('Add product');
  const { open, toList } = useWays();
  return (
    <>
      <PageHeader title="Add product" actions={<BackToList />} />
      <ProductForm product={null} onSaved={open} onCancel={toList} />
    </>
  );
}

/** Edits a product, then shows it. */
export const ProductEditPage = () => (
  <ProductOrReason title="Edit product">{product => <Edit product={product} />}</ProductOrReason>
);

function Edit({ product }: { product: ProductDetail }) {
  usePageTitle(`Edit ${product.name}`);
  const { open, show } = useWays();
  return (
    <>
      <PageHeader title="Edit product" detail={product.name} actions={<BackToList />} />
      <ProductForm key={product.id} product={product} onSaved={open} onCancel={() => show(product)} />
    </>
  );
}

function useWays() {
  const navigate = useNavigate();
  const reload = useReload(products.list.path);
  // Who cancels or has saved has said so; nobody asks again whether to leave.
  const show = ({ id }: ProductDetail) =>
    void navigate({ to: '/products/$id', params: { id: String(id) }, ignoreBlocker: true });
  return {
    show,
    toList: () => void navigate({ to: '/products', ignoreBlocker: true }),
    open: (product: ProductDetail) => {
      reload();
      toast.success(`${product.name} is saved.`);
      show(product);
    },
  };
}

export const BackToList = () => (
  <Button variant="default" leftSection={<ArrowLeft size={16} />} component={Link} to="/products">
    Back to list
  </Button>
);
