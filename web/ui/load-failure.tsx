import { Alert, Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { DeniedAlert, deniedWords } from './denied-alert';
import './load-failure.css';

type Props = {
  page: { readonly error: unknown; readonly refetch: () => unknown };
  /** The words for a failure that may pass. */
  words?: string;
};

/** Why a page or a card has no data: the permission that is missing, or a failure that may pass. */
export function LoadFailure({ page, words = 'Failed to load data.' }: Props) {
  const denied = deniedWords(page.error);
  return (
    <div className="load-failure">
      {denied === undefined ? (
        <Alert
          role="alert"
          color="red"
          variant="light"
          icon={<CircleAlert size={18} />}
          data-notice="danger"
          styles={{ message: { color: 'var(--mantine-color-text)' } }}
        >
          {words}
        </Alert>
      ) : (
        <DeniedAlert>{denied}</DeniedAlert>
      )}
      <Button variant="default" onClick={() => page.refetch()}>
        Try again
      </Button>
    </div>
  );
}
