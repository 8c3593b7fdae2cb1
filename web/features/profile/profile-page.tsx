import { Alert } from '@mantine/core';
import { usePageTitle } from '../../platform/page-title';
import { mustFinishSignIn, useUser } from '../../platform/session';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { ShownTogether } from '../../ui/shown-together';
import { DevicesCard } from './devices-card';
import { NotificationsCard } from './notifications-card';
import { PasskeysCard } from './passkeys-card';
import { PasswordCard } from './password-card';
import { PinCard } from './pin-card';
import { ProfileCard } from './profile-card';
import { ProviderLinksCard } from './provider-links-card';
import { TokensCard } from './tokens-card';
import './profile-page.css';
import { TwoFactorCard } from './two-factor-card';

/** The user's own account: name, address, password and devices. */
export function ProfilePage() {
  usePageTitle('Profile');
  const user = useUser();
  const notices = useNotice();
  // A required step is shown alone.
  const closed = mustFinishSignIn(user);
  return (
    <div className="profile-page">
      <PageHeader title="Profile" detail={user.roles.map(role => role.name).join(', ') || 'No role'} />
      {closed && (
        <Alert
          role="alert"
          color="yellow"
          variant="light"
          mb={12}
          styles={{ message: { color: 'var(--mantine-color-text)' } }}
        >
          {user.must_change_password
            ? 'Your password is temporary. Set your own password to continue.'
            : 'Your company requires two-factor sign-in. Set it up to continue.'}
        </Alert>
      )}
      <NoticeAlert notices={notices} />
      {!closed && <ProfileCard notices={notices} />}
      {(!closed || user.must_change_password) && <PasswordCard notices={notices} />}
      <ShownTogether>
        {!user.must_change_password && <TwoFactorCard notices={notices} />}
        {!closed && <PasskeysCard notices={notices} />}
        {!closed && <ProviderLinksCard notices={notices} />}
        {!closed && <PinCard notices={notices} />}
        {!closed && <NotificationsCard />}
        {!closed && <TokensCard notices={notices} />}
        <DevicesCard notices={notices} />
      </ShownTogether>
    </div>
  );
}
