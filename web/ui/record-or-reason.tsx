import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../platform/api-error';
import type { Reading } from '../platform/queries';
import { PageHeader } from './page-header';

type Props<Shown> = {
  record: (id: number | undefined) => Reading<Shown>;
  /** "product", as used in a sentence. */
  noun: string;
  title: string;
  children: (record: Shown) => ReactNode;
};

/** Loads the record of the URL and shows it, or the reason why it cannot. */
export function RecordOrReason<Shown>({ record, noun, title, children }: Props<Shown>) {
  const { id } = useParams({ strict: false }) as { id: string };
  const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
  const page = useQuery(record(number));
  if (page.data) return children(page.data);
  const missing = number === undefined || (page.error instanceof ApiError && page.error.status === 404);
  if (!missing && !page.isError) return <Loading noun={noun} />;
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
        {missing
          ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`
          : `The ${noun} could not be loaded.`}
      </Alert>
      {!missing && (
        <Button mt={12} variant="default" onClick={() => void page.refetch()}>
          Try again
        </Button>
      )}
    </>
  );
}

/** Placeholders of about the final size, so that the layout does not jump. */
const Loading = ({ noun }: { noun: string }) => (
  <div role="status" aria-label={`Loading the ${noun}`}>
    <Skeleton height={36} width={260} mb={16} />
    <Skeleton height={90} mb={16} />
    <Skeleton height={260} mb={16} />
    <Skeleton height={260} />
  </div>
);
