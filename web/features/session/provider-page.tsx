import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../platform/api-error';
import { isAnswer, leaveForProvider, takeVisit, type VisitPurpose } from '../../platform/provider-visit';
import { tellConfirmed } from '../../platform/provider-window';
import { safeReturnPath } from '../../platform/return-path';
import { closeWindow } from '../../platform/session';
import { TextLink } from '../../ui/links';
import { CodeForm } from './code-form';
import { confirmWithAnswer, linkWithAnswer, signInWithAnswer } from './provider-answer';
import { PublicPage } from './public-page';
import './provider-page.css';

type Shown =
  | { readonly kind: 'busy' }
  | { readonly kind: 'problem'; readonly message: string; readonly purpose: VisitPurpose }
  | { readonly kind: 'code'; readonly pendingToken: string; readonly from: string | null }
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'linked'; readonly message: string };

const lost =
  'This sign-in began in another window, or this page was reloaded. Start again from the sign-in page.';
const purposes: Readonly<Record<string, VisitPurpose>> = { confirm: 'confirm', link: 'link' };

/** Leads to the sign-in provider, and is where it sends the browser back to (decision 128). */
export function ProviderPage() {
  const navigate = useNavigate();
  const [shown, setShown] = useState<Shown>({ kind: 'busy' });
  const isStarted = useRef(false);
  useEffect(() => {
    // Once only: an answer is used up by the first request.
    if (isStarted.current) return;
    isStarted.current = true;
    void visit(location.search, setShown, from => void navigate({ href: pageAfter(from), replace: true }));
  }, [navigate]);
  if (shown.kind === 'code')
    return (
      <PublicPage title="Enter your code">
        <CodeForm
          pendingToken={shown.pendingToken}
          onBack={reason => {
            if (reason === null) void navigate({ to: '/login', replace: true });
            else setShown({ kind: 'problem', message: reason, purpose: 'sign_in' });
          }}
          onDone={() => void navigate({ href: pageAfter(shown.from), replace: true })}
        />
      </PublicPage>
    );
  if (shown.kind === 'problem') return <Problem {...shown} />;
  if (shown.kind === 'linked')
    return (
      <PublicPage title="Account linked" detail={shown.message}>
        <TextLink to="/profile">Back to your profile</TextLink>
      </PublicPage>
    );
  if (shown.kind === 'confirmed')
    return (
      <PublicPage title="Thank you" detail="You can close this window and continue in the other one.">
        {null}
      </PublicPage>
    );
  return (
    <PublicPage title="Signing in…">
      <p role="status" aria-busy="true">
        One moment.
      </p>
    </PublicPage>
  );
}

const pageAfter = (from: string | null) => safeReturnPath(from ?? undefined);

async function visit(
  query: string,
  show: (shown: Shown) => void,
  goOn: (from: string | null) => void,
): Promise<void> {
  const asked = new URLSearchParams(query);
  if (!isAnswer(query)) {
    const purpose = purposes[asked.get('for') ?? ''] ?? 'sign_in';
    try {
      await leaveForProvider(purpose, asked.get('from'));
    } catch (error) {
      show({ kind: 'problem', purpose, message: messageOf(error, 'The provider could not be reached.') });
    }
    return;
  }
  // The code is of no further use, but has no place in the history either.
  history.replaceState(history.state, '', location.pathname);
  const started = takeVisit();
  if (started === null) return show({ kind: 'problem', message: lost, purpose: 'sign_in' });
  const { purpose, key, from } = started;
  try {
    if (purpose === 'confirm') {
      await confirmWithAnswer(query, key);
      tellConfirmed();
      show({ kind: 'confirmed' });
      closeWindow();
    } else if (purpose === 'link') show({ kind: 'linked', message: await linkWithAnswer(query, key) });
    else {
      const pendingToken = await signInWithAnswer(query, key);
      if (pendingToken === null) goOn(from);
      else show({ kind: 'code', pendingToken, from });
    }
  } catch (error) {
    show({ kind: 'problem', purpose, message: messageOf(error, 'You could not be signed in.') });
  }
}

const titles: Readonly<Record<VisitPurpose, string>> = {
  sign_in: 'Sign in',
  confirm: 'Confirm it’s you',
  link: 'Link your account',
};

/** Why it did not work, and the other ways. */
const Problem = ({ message, purpose }: { message: string; purpose: VisitPurpose }) => (
  <PublicPage title={titles[purpose]}>
    <p role="alert" className="provider-problem">
      {message}
    </p>
    <Button
      component="a"
      fullWidth
      href={purpose === 'sign_in' ? '/login/provider' : `/login/provider?for=${purpose}`}
    >
      Try again
    </Button>
    <nav className="public-links" aria-label="Other options">
      {purpose === 'sign_in' && <TextLink to="/login">Other ways to sign in</TextLink>}
      {purpose === 'link' && <TextLink to="/profile">Back to your profile</TextLink>}
      {purpose === 'confirm' && 'Or close this window and confirm in another way.'}
    </nav>
  </PublicPage>
);
