import '@mantine/core/styles/Code.css';
import { Alert, Code } from '@mantine/core';

export type WayIn = { readonly message: string; readonly temporary_password: string | null };

/** The sign-in details of a user. A temporary password is shown only here. */
export const WayInAlert = ({ wayIn }: { wayIn: WayIn }) => (
  <Alert
    role="status"
    color="success"
    variant="light"
    mb={12}
    data-notice="success"
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    {wayIn.message}
    {wayIn.temporary_password && (
      <Code block mt={8} fz={18}>
        {wayIn.temporary_password}
      </Code>
    )}
  </Alert>
);
