import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { session } from '#domain/session/session.contract';
import { safeReturnPath } from '../../platform/return-path';
import { useSession } from '../../platform/session';
import { FormBody } from '../../ui/form/form-body';
import { TextLink } from '../../ui/links';
import { onDemand } from '../../ui/on-demand';
import { PasswordInput } from '../../ui/form/password-input';
import { useTextForm } from '../../ui/form/text-form';
import { PublicPage } from './public-page';
import { entryStateInPlace } from './session.queries';
import { signIn } from './sign-in';

// Loaded on demand, because most users sign in without a code.
const CodeForm = onDemand(() => import('./code-form').then(part => part.CodeForm));

// Where there are passkeys, as at any https address, nothing moves when they appear.
const OtherWays = onDemand(() => import('./other-ways-to-sign-in').then(part => part.OtherWaysToSignIn), {
  ifNotLoaded: 'nothing',
  placeholder: <div style={{ height: 48 }} aria-busy="true" />,
});

/** Sign-in in one or two steps. Afterwards the user returns to the page they wanted. */
export function LoginPage() {
  const navigate = useNavigate();
  const { from } = useSearch({ strict: false }) as { from?: string };
  const current = useSession();
  const [pendingToken, setPendingToken] = useState<string | null>(null);
  const [ended, setEnded] = useState<string | null>(null);
  const form = useTextForm({
    schema: session.login.body,
    initial: { email: '', password: '' },
    send: signIn,
    onDone: reply => {
      setEnded(null);
      setPendingToken(reply.pendingToken);
    },
    failure: 'Invalid credentials',
  });
  const entry = useQuery(entryStateInPlace);
  const target = safeReturnPath(from);
  useEffect(() => {
    if (current.kind === 'signed-in') void navigate({ href: target, replace: true });
  }, [current.kind, navigate, target]);

  // A system without users is set up first.
  if (entry.data?.registration === 'first') return <Navigate to="/register" replace />;
  if (pendingToken !== null) {
    const back = (reason: string | null) => {
      setPendingToken(null);
      setEnded(reason);
      form.setValue('password', '');
    };
    return (
      <PublicPage title="Enter your code">
        <CodeForm pendingToken={pendingToken} onBack={back} />
      </PublicPage>
    );
  }
  return (
    <PublicPage title="Sign in" detail={ended}>
      <FormBody form={form} submitLabel="Sign in" busyLabel="Signing in…">
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          data-autofocus
          autoFocus
          {...form.fieldProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          {...form.fieldProps('password')}
        />
      </FormBody>
      <OtherWays provider={entry.data?.provider} from={target} />
      <nav className="public-links" aria-label="Other options">
        <TextLink to="/forgot-password">Forgot your password?</TextLink>
        {entry.data?.registration === 'open' && <TextLink to="/register">Register</TextLink>}
      </nav>
    </PublicPage>
  );
}
