import { Alert } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import type { ImportDetail } from '#domain/imports/import.contract';

export type StepProps = {
  readonly imported: ImportDetail;
  /** Called with the import that a call returned. */
  readonly onChange: (imported: ImportDetail) => void;
};

/** The error message of the server. */
export const Problem = ({ text }: { text: string }) => (
  <Alert
    role="alert"
    color="red"
    variant="light"
    mb={16}
    icon={<CircleAlert size={18} />}
    data-notice="danger"
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    {text}
  </Alert>
);
