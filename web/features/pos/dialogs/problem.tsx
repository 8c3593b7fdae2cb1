import { Alert } from '@mantine/core';
import { CircleAlert } from 'lucide-react';

/** Why something failed; nothing while there is no reason. */
export const Problem = ({ reason }: { reason: string | null }) =>
  reason && (
    <Alert role="alert" color="red" variant="light" icon={<CircleAlert size={18} />}>
      {reason}
    </Alert>
  );
