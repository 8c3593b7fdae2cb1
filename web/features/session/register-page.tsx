import { Loader, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import { ownAccount } from '#domain/session/own-account.contract';
import { type RegistrationState } from '#domain/session/session.contract';
import { request } from '../../platform/api';
import { useSession } from '../../platform/session';
import { Form, useContractForm } from '../../ui/form/form';
import { TextLink } from '../../ui/links';
import { PasswordInput } from '../../ui/form/password-input';
import { CompanyFields, newCompany, type Registration } from './company-fields';
import { PublicPage } from './public-page';
import { entryState } from './session.queries';
import { signIn } from './sign-in';

const entryWords: Record<RegistrationState, { title: string; detail: string }> = {
  first: {
    title: 'Set up Counterfoil',
    detail: 'Enter your business details and create your account. You will be the administrator.',
  },
  open: { title: 'Register', detail: 'An administrator must activate your account before you can sign in.' },
  closed: { title: 'Register', detail: 'Registration is closed. Ask an administrator for an account.' },
};

/**
 * Registers the first administrator, who is signed in at once and led to Get started. Later, registration is closed
 * unless an administrator opens it.
 */
export function RegisterPage() {
  const queries = useQueryClient();
  const entry = useQuery(entryState);
  const [done, setDone] = useState<string | null>(null);
  const [wasFirst, setWasFirst] = useState(false);
  const navigate = useNavigate();
  const isSignedIn = useSession().kind === 'signed-in';
  useEffect(() => {
    if (wasFirst && isSignedIn) void navigate({ to: '/start', replace: true });
  }, [wasFirst, isSignedIn, navigate]);
  const state = entry.data?.registration;
  const registered = (message: string) => {
    setDone(message);
    setWasFirst(state === 'first');
    // At once: until the server has answered, the sign-in page would lead back to the first registration.
    queries.setQueryData(
      entryState.queryKey,
      known =>
        known && { ...known, registration: known.registration === 'first' ? 'closed' : known.registration },
    );
    // Registration may now be closed, on the sign-in page too.
    void entry.refetch();
  };
  const words = entryWords[state ?? 'closed'];
  if (!state) {
    return (
      <PublicPage title="Register">
        {entry.isError ? (
          <p role="alert">The server cannot be reached. Try again in a moment.</p>
        ) : (
          <Loader aria-label="Loading" />
        )}
      </PublicPage>
    );
  }
  return (
    <PublicPage title={words.title} detail={done ?? words.detail}>
      {state !== 'closed' && !done && <RegistrationForm first={state === 'first'} onDone={registered} />}
      {(state !== 'first' || done) && (
        <nav className="public-links" aria-label="Other options">
          <TextLink to="/login">{done ? 'Sign in' : 'I have an account. Sign in'}</TextLink>
        </nav>
      )}
    </PublicPage>
  );
}

/** The VAT number and date apply only to registered companies. */
const bodyOf = ({
  vat_registered = false,
  vat_number = '',
  vat_registered_from = '',
  ...rest
}: Registration): BodySent<typeof ownAccount.register> => ({
  ...rest,
  ...(vat_registered ? { vat_registered, vat_number, vat_registered_from: vat_registered_from || null } : {}),
});

function RegistrationForm({ first, onDone }: { first: boolean; onDone: (message: string) => void }) {
  const form = useContractForm<Registration, { message: string }>({
    schema: z.preprocess(values => bodyOf(values as Registration), ownAccount.register.body),
    initial: { name: '', email: '', password: '', ...(first ? newCompany : {}) },
    send: async values => {
      const reply = await request(ownAccount.register, { body: bodyOf(values), shownInPlace: true });
      // The account exists now, so a sign-in that fails is no failure of the form: the page offers to sign in.
      if (first) await signIn(values).catch(() => undefined);
      return reply;
    },
    onDone: reply => onDone(reply.message),
    failure: 'Error',
  });
  const field = form.form.getInputProps;
  return (
    <Form isDocument={false} form={form} submitLabel={first ? 'Create administrator' : 'Register'}>
      {first && <CompanyFields form={form} />}
      <TextInput label="Your name" required maxLength={100} autoComplete="name" {...field('name')} />
      <TextInput label="Email" type="email" required autoComplete="username" {...field('email')} />
      <PasswordInput
        label="Password"
        description="At least 8 characters. A few words in a row make a good password."
        required
        autoComplete="new-password"
        {...field('password')}
      />
    </Form>
  );
}
