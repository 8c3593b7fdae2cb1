import { Alert } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import type { ImportDetail } from '#domain/imports/import.contract';

export type StepProps = {
  readonly imported: ImportDetail;
  /** Takes the import as a call has answered it. */
  readonly onChange: (imported: ImportDetail) => void;
};

/** What went wrong, in the server's words. */
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
