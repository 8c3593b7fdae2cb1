import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CountDetail } from '#domain/stock/stock-count.contract';
import { ApiError } from '../../platform/api-error';
import { usePageTitle } from '../../platform/page-title';
import { PageHeader } from '../../ui/page-header';
import { countById } from './stock.queries';

const title = 'Stocktake';

/** Others may be counting too, so the progress is refreshed while the page is open. */
const refetchMs = 20_000;

/** Loads the stocktake in the address and shows it, or the reason it cannot. */
export function CountOrReason({ children }: { children: (count: CountDetail) => ReactNode }) {
  usePageTitle(title);
  const { id } = useParams({ strict: false }) as { id: string };
  const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
  const page = useQuery({
    ...countById(number === 0 ? undefined : number),
    refetchInterval: ({ state }) => (state.data?.status === 'counting' ? refetchMs : false),
  });
  if (page.data) return children(page.data);
  const isMissing = number === 0 || (page.error instanceof ApiError && page.error.status === 404);
  if (!isMissing && !page.isError)
    return (
      <div role="status" aria-label="Loading the stocktake">
        <Skeleton height={36} width={260} mb={16} />
        <Skeleton height={120} mb={16} />
        <Skeleton height={420} />
      </div>
    );
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
        {isMissing ? 'Stocktake not found' : 'The stocktake could not be loaded.'}
      </Alert>
      {!isMissing && (
        <Button mt={12} variant="default" onClick={() => void page.refetch()}>
          Try again
        </Button>
      )}
    </>
  );
}
