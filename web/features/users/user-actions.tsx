import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type UserDetail, users } from '#domain/users/user.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { Card } from '../../ui/card';
import { ExactMoment } from '../../ui/day';
import { leaving } from '../../platform/unsaved';
import { type Notices, removeAfterConfirming } from '../../ui/notice';
import type { SignInDetails } from './sign-in-details-alert';

type Props = {
  user: UserDetail;
  notices: Notices;
  onChanged: (message: string) => void;
  onSignInDetails: (signInDetails: SignInDetails) => void;
};

/** Further actions for an account. Actions that a rule forbids are disabled with the reason. */
export function UserActions({ user, notices, onChanged, onSignInDetails }: Props) {
  const { can } = useAccess();
  const navigate = useNavigate();
  const params = { id: user.id };
  const act = async (work: () => Promise<string>) => {
    try {
      onChanged(await work());
    } catch (error) {
      notices.failed(messageOf(error, 'Error'));
    }
  };
  const sendSignInDetails = () =>
    act(async () => {
      onSignInDetails(await request(users.resetPassword, { params, shownInPlace: true }));
      return 'New sign-in details created.';
    });
  const say = (call: typeof users.resetTwoFactor | typeof users.unlink | typeof users.signOut) => () =>
    void act(async () => (await request(call, { params, shownInPlace: true })).message);
  const change = (call: typeof users.activate | typeof users.deactivate, message: string) =>
    leaving(() => {
      void act(async () => {
        await request(call, { params, shownInPlace: true });
        return message;
      });
    });
  const remove = () =>
    void removeAfterConfirming(notices, {
      question: 'Delete this user?',
      send: () => request(users.remove, { params, shownInPlace: true }),
      failure: 'Error',
      onDone: () => void navigate({ to: '/users', ignoreBlocker: true }),
    });
  const { edit, unlink } = user.can;
  return (
    <Card title="Sign-in">
      <ProviderLinks links={user.provider_links} />
      <div className="action-row">
        <Action
          label={user.is_invited ? 'Invite again' : 'Reset password'}
          result={user.can.take_over}
          onClick={() => void sendSignInDetails()}
        />
        <Action
          label="Reset two-factor"
          result={user.can.reset_two_factor}
          onClick={say(users.resetTwoFactor)}
        />
        {user.provider_links.length > 0 && (
          <Action label="Remove single sign-on" result={unlink} onClick={say(users.unlink)} />
        )}
        <Action label="Sign out everywhere" result={edit} onClick={say(users.signOut)} />
        {user.status === 'active' ? (
          <Action
            label="Deactivate"
            result={user.can.deactivate}
            onClick={() => change(users.deactivate, `${user.name} deactivated and signed out everywhere.`)}
          />
        ) : (
          <Action
            label="Activate"
            result={edit}
            onClick={() => change(users.activate, `${user.name} is now active.`)}
          />
        )}
        {can('delete_user') && <Action label="Delete" danger result={user.can.remove} onClick={remove} />}
      </div>
    </Card>
  );
}

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
  danger?: boolean;
};

const Action = ({ label, result, onClick, danger }: ActionProps) => (
  <div className="action">
    <Button
      variant={danger ? 'light' : 'default'}
      color={danger ? 'red' : undefined}
      disabled={!result.allowed}
      onClick={onClick}
    >
      {label}
    </Button>
    {result.reason && <span>{result.reason}</span>}
  </div>
);
