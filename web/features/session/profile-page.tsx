import { Alert } from '@mantine/core';
import { usePageTitle } from '../../platform/page-title';
import { useUser } from '../../platform/session';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { DevicesCard } from './devices-card';
import { PasswordCard } from './password-card';
import { PinCard } from './pin-card';
import { ProfileCard } from './profile-card';

/** One's own account: name, address, password, and where one is signed in. */
export function ProfilePage() {
  usePageTitle('Profile');
  const user = useUser();
  const notices = useNotice();
  return (
    <>
      <PageHeader title="Profile" detail={user.roles.map(role => role.name).join(', ') || 'No role'} />
      {user.must_change_password && (
        <Alert
          role="alert"
          color="yellow"
          variant="light"
          mb={12}
          styles={{ message: { color: 'var(--mantine-color-text)' } }}
        >
          Your password is a temporary one. Set your own, and everything else opens.
        </Alert>
      )}
      <NoticeAlert notices={notices} />
      {!user.must_change_password && <ProfileCard notices={notices} />}
      <PasswordCard notices={notices} />
      {!user.must_change_password && <PinCard notices={notices} />}
      <DevicesCard notices={notices} />
    </>
  );
}
