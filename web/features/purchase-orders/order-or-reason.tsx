import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { ApiError } from '../../platform/api-error';
import { usePageTitle } from '../../platform/page-title';
import { PageHeader } from '../../ui/page-header';
import { orderById } from './purchase-orders.queries';

type Props = { title: string; children: (order: OrderDetail) => ReactNode };

/** Loads the order in the address and shows it, or the reason it cannot. */
export function OrderOrReason({ title, children }: Props) {
  const { id } = useParams({ strict: false }) as { id: string };
  const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
  const page = useQuery(orderById(number));
  if (page.data) return children(page.data);
  const missing = number === undefined || (page.error instanceof ApiError && page.error.status === 404);
  if (!missing && !page.isError) return <Loading title={title} />;
  return <LoadErrorPage title={title} onRetry={missing ? undefined : page.refetch} />;
}

function LoadErrorPage({ title, onRetry }: { title: string; onRetry: (() => unknown) | undefined }) {
  usePageTitle(title);
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
        {onRetry ? 'The purchase order could not be loaded.' : 'Purchase order not found'}
      </Alert>
      {onRetry && (
        <Button mt={12} variant="default" onClick={() => onRetry()}>
          Try again
        </Button>
      )}
    </>
  );
}

/** Placeholders of about the final size, so that nothing jumps when the order loads. */
function Loading({ title }: { title: string }) {
  usePageTitle(title);
  return (
    <div role="status" aria-label="Loading the purchase order">
      <Skeleton height={36} width={260} mb={16} />
      <Skeleton height={110} mb={16} />
      <Skeleton height={260} mb={16} />
      <Skeleton height={180} />
    </div>
  );
}
