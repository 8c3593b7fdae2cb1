import '@mantine/core/styles/Code.css';
import { Alert, Code } from '@mantine/core';

export type SignInDetails = { readonly message: string; readonly temporary_password: string | null };

/** The sign-in details of a user. A temporary password is shown only here. */
export const SignInDetailsAlert = ({ signInDetails }: { signInDetails: SignInDetails }) => (
  <Alert
    role="status"
    color="success"
    variant="light"
    mb={12}
    data-notice="success"
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    {signInDetails.message}
    {signInDetails.temporary_password && (
      <Code block mt={8} fz={18}>
        {signInDetails.temporary_password}
      </Code>
    )}
  </Alert>
);
