import { Button } from '@mantine/core';
import { PasskeyButton } from './passkey-button';

const signInWithPasskey = async () => (await import('./sign-in-with-passkey')).signInWithPasskey();

type Props = {
  provider: { readonly name: string; readonly address: string } | null | undefined;
  /** The page to open afterwards. */
  from: string;
  /** Whether the provider's page leaves this one as it is, which goes on once the user has signed in there. */
  inNewTab?: boolean;
};

/** The ways to sign in without a password: a passkey, and the company's provider. */
export const OtherWaysToSignIn = ({ provider, from, inNewTab = false }: Props) => (
  <>
    <PasskeyButton label="Sign in with a passkey" act={signInWithPasskey} />
    {provider && (
      <Button
        component="a"
        variant="default"
        fullWidth
        mt={12}
        href={`${provider.address}?from=${encodeURIComponent(from)}`}
        target={inNewTab ? '_blank' : undefined}
      >
        Sign in with {provider.name}
        {inNewTab && ' in a new tab'}
      </Button>
    )}
  </>
);
