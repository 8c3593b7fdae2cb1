import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../platform/api-error';

type Props = {
  /** What is missing, and who can help. */
  children: ReactNode;
  onClose?: () => void;
};

/** Says that a page, or what it shows, needs a permission that the user does not have. */
export const DeniedAlert = ({ children, onClose }: Props) => (
  <Alert
    role="alert"
    color="red"
    variant="light"
    mb={12}
    title="Access Denied"
    data-notice="danger"
    {...(onClose && { withCloseButton: true, closeButtonLabel: 'Dismiss', onClose })}
  >
    {children}
  </Alert>
);

/** The server's words if it refused a request for lack of a permission: they name what is missing. */
export const deniedWords = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 403 ? error.message : undefined;
