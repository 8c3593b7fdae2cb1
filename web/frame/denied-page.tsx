import { Alert } from '@mantine/core';
import { useEffect } from 'react';
import { useMissingFor } from '../platform/may-open';
import { placeOf } from './place';

/** Explains why the user was sent to the dashboard, until they move on. */
export function DeniedPage({ path, onClose }: { path: string; onClose: () => void }) {
  useEffect(() => onClose, [onClose]);
  const name = placeOf(path)?.item.label;
  const missing = useMissingFor(path);
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      mb={12}
      title="Access Denied"
      data-notice="danger"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      {`You do not have access to ${name ? `${name} (${path})` : path}. ${missing && `It needs ${missing}. `}Ask an administrator if you need it.`}
    </Alert>
  );
}
