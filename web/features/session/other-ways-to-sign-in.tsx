import { Button } from '@mantine/core';
import { PasskeyButton } from './passkey-button';

const signInWithPasskey = async () => (await import('./sign-in-with-passkey')).signInWithPasskey();

type Props = {
  provider: { readonly name: string; readonly address: string } | null | undefined;
  /** The page to open afterwards. */
  from: string;
};

/** The ways to sign in without a password: a passkey, and the company's provider. */
export const OtherWaysToSignIn = ({ provider, from }: Props) => (
  <>
    <PasskeyButton label="Sign in with a passkey" act={signInWithPasskey} />
    {provider && (
      <Button
        component="a"
        variant="default"
        fullWidth
        mt={12}
        href={`${provider.address}?from=${encodeURIComponent(from)}`}
      >
        Sign in with {provider.name}
      </Button>
    )}
  </>
);
