import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ProductDetail, products } from '#domain/products/product.contract';
import { request } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import { PageHeader } from '../../ui/page-header';

type Props = { title: string; children: (product: ProductDetail) => ReactNode };

/** Reads the product of the address and shows it, or says why it cannot. */
export function ProductOrReason({ title, children }: Props) {
  const { id } = useParams({ strict: false }) as { id: string };
  const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
  const page = useQuery({
    queryKey: [products.get.path, number],
    queryFn: ({ signal }) =>
      request(products.get, { params: { id: number ?? 0 }, signal, shownInPlace: true }),
    enabled: number !== undefined,
  });
  if (page.data) return children(page.data);
  const missing = number === undefined || (page.error instanceof ApiError && page.error.status === 404);
  if (!missing && !page.isError) return <Loading />;
  return (
    <>
      <PageHeader title={title} />
      <Alert
        role="alert"
        color="red"
        variant="light"
        icon={<CircleAlert size={18} />}
        data-notice="danger"
        styles={{ message: { color: 'var(--mantine-color-text)' } }}
      >
        {missing ? 'Product not found' : 'The product could not be loaded.'}
      </Alert>
      {!missing && (
        <Button mt={12} variant="default" onClick={() => void page.refetch()}>
          Try again
        </Button>
      )}
    </>
  );
}

/** Sheets of about the final size, so that nothing jumps when the product arrives. */
const Loading = () => (
  <div role="status" aria-label="Loading the product">
    <Skeleton height={36} width={260} mb={16} />
    <Skeleton height={90} mb={16} />
    <Skeleton height={260} mb={16} />
    <Skeleton height={260} />
  </div>
);
