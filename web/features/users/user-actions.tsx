import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type UserDetail, users } from '#domain/users/user.contract';
import { useAccess } from '../../platform/access';
import { confirmed, type Question } from '../../platform/confirm';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { ExactMoment } from '../../ui/dates/day';
import { useReload } from '../../platform/reload';
import { leaving } from '../../platform/unsaved';
import { type Notices, removeAfterConfirming } from '../../ui/notice';
import { useBusy } from '../../ui/use-busy';
import type { SignInDetails } from './sign-in-details-alert';

type Props = {
  user: UserDetail;
  notices: Notices;
  onChanged: (message: string) => void;
  onSignInDetails: (signInDetails: SignInDetails) => void;
};

/** Further actions for an account. Actions that a rule forbids are disabled with the reason. */
export function UserActions(props: Props) {
  const { user, notices, onSignInDetails } = props;
  const { can } = useAccess();
  const navigate = useNavigate();
  const reload = useReload(users.list);
  const { busy, act, askAndSay } = useActs(props);
  const params = { id: user.id };
  const asked = questionsOf(user.name);
  const sendSignInDetails = async () => {
    // An invited user has no password yet.
    if (!user.is_invited && !(await confirmed(asked.resetPassword))) return;
    await act(async () => {
      onSignInDetails(await request(users.resetPassword, { params, shownInPlace: true }));
      return 'New sign-in details created.';
    });
  };
  const remove = () =>
    void removeAfterConfirming(notices, {
      question: 'Delete this user?',
      send: () => request(users.remove, { params, shownInPlace: true }),
      failure: 'Error',
      isLeft: true,
      onDone: () => void navigate({ to: '/users', ignoreBlocker: true }).then(() => reload()),
    });
  const actions: Omit<ActionProps, 'busy'>[] = [
    {
      label: user.is_invited ? 'Invite again' : 'Reset password',
      result: user.can.take_over,
      onClick: () => void sendSignInDetails(),
    },
    {
      label: 'Reset two-factor',
      result: user.can.reset_two_factor,
      onClick: askAndSay(asked.resetTwoFactor, users.resetTwoFactor),
    },
    ...(user.provider_links.length > 0
      ? [
          {
            label: 'Remove single sign-on',
            result: user.can.unlink,
            onClick: askAndSay(asked.unlink, users.unlink),
          },
        ]
      : []),
    {
      label: 'Sign out everywhere',
      result: user.can.edit,
      onClick: askAndSay(asked.signOut, users.signOut),
    },
  ];
  return (
    <Card title="Sign-in">
      <ProviderLinks links={user.provider_links} />
      <div className="action-row">
        {actions.map(action => (
          <Action key={action.label} busy={busy} {...action} />
        ))}
        <StatusAction {...props} busy={busy} act={act} />
        {can('delete_user') && (
          <Action label="Delete" danger result={user.can.remove} busy={busy} onClick={remove} />
        )}
      </div>
    </Card>
  );
}

/** Carries an action out, after a question where it cannot be undone, and shows its message. One at a time. */
function useActs({ user, notices, onChanged }: Props) {
  const { busy, whileBusy } = useBusy();
  const act = (work: () => Promise<string>) =>
    whileBusy(async () => {
      try {
        onChanged(await work());
      } catch (error) {
        notices.failedWrite(error, 'Error');
      }
    });
  const askAndSay = (question: Question, call: Said) => () =>
    void (async () => {
      if (!(await confirmed(question))) return;
      await act(async () => (await request(call, { params: { id: user.id }, shownInPlace: true })).message);
    })();
  return { busy, act, askAndSay };
}

type StatusProps = Props & Pick<ReturnType<typeof useActs>, 'busy' | 'act'>;

function StatusAction({ user, busy, act }: StatusProps) {
  const isActive = user.status === 'active';
  const change = async () => {
    if (isActive && !(await confirmed(questionsOf(user.name).deactivate))) return;
    await act(async () => {
      const call = isActive ? users.deactivate : users.activate;
      await request(call, { params: { id: user.id }, shownInPlace: true });
      return isActive
        ? `${user.name} deactivated and signed out everywhere. API tokens are revoked.`
        : `${user.name} is now active.`;
    });
  };
  return (
    <Action
      label={isActive ? 'Deactivate' : 'Activate'}
      result={isActive ? user.can.deactivate : user.can.edit}
      busy={busy}
      onClick={() => leaving(() => void change())}
    />
  );
}

type Said = typeof users.resetTwoFactor | typeof users.unlink | typeof users.signOut;

/** What each action means for the user, who may be at work. */
const questionsOf = (name: string) =>
  ({
    resetPassword: {
      title: `Reset the password of ${name}?`,
      text: `If email is set up, ${name} is sent a link to set a new password, and the current one works until then; setting it removes the till PIN. Otherwise it stops working now and you see a temporary one to hand over: ${name} is signed out everywhere and loses passkeys, API tokens, single sign-on and the till PIN.`,
      action: 'Reset password',
      isDestructive: true,
    },
    resetTwoFactor: {
      title: `Reset two-factor sign-in for ${name}?`,
      text: `The app and the recovery codes of ${name} stop working and cannot be restored. ${name} signs in with the password only until two-factor sign-in is set up again. All devices are signed out, API tokens are revoked, and the till PIN is removed.`,
      action: 'Reset two-factor',
      isDestructive: true,
    },
    unlink: {
      title: `Remove single sign-on from ${name}?`,
      text: `${name} can no longer sign in through the provider until the accounts are linked again.`,
      action: 'Remove single sign-on',
      isDestructive: true,
    },
    signOut: {
      title: `Sign ${name} out everywhere?`,
      text: `${name} must sign in again on every device. What is not saved there may be lost. Their API tokens are revoked.`,
      action: 'Sign out everywhere',
      isDestructive: true,
    },
    deactivate: {
      title: `Deactivate ${name}?`,
      text: `${name} is signed out everywhere and cannot sign in until you activate the account again. Their API tokens are revoked.`,
      action: 'Deactivate',
      isDestructive: true,
    },
  }) satisfies Record<string, Question>;

/** The user's accounts at the sign-in provider. */
const ProviderLinks = ({ links }: { links: UserDetail['provider_links'] }) =>
  links.map(({ issuer, email, last_used_at }) => (
    <p className="form-note" key={issuer}>
      Single sign-on: {email ?? 'an account'} at {new URL(issuer).host},{' '}
      {last_used_at ? (
        <>
          last used <ExactMoment at={last_used_at} />
        </>
      ) : (
        'not used yet'
      )}
      .
    </p>
  ));

type ActionProps = {
  label: string;
  result: { allowed: boolean; reason: string | null };
  onClick: () => void;
  /** Another action is under way. */
  busy: boolean;
  danger?: boolean;
};

const Action = ({ label, result, onClick, busy, danger }: ActionProps) => (
  <div className="action">
    <Button
      variant={danger ? 'light' : 'default'}
      color={danger ? 'red' : undefined}
      disabled={!result.allowed || busy}
      onClick={onClick}
    >
      {label}
    </Button>
    {result.reason && <span>{result.reason}</span>}
  </div>
);
