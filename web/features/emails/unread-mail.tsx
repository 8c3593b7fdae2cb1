import { useQuery } from '@tanstack/react-query';
import { folders } from '#domain/emails/mail-folders.contract';
import { about } from '../../platform/live-state';
import { contractQuery } from '../../platform/queries';
import { mustFinishSignIn, useUser } from '../../platform/session';
import { MenuCount } from '../../ui/menus/menu-count';

/** Read once and after new mail, which does not keep the user signed in. */
const mailFolders = { ...contractQuery(folders, { isUnattended: true }), meta: about('mail') };

/** The number of unread messages in the inbox, beside its menu entry. */
export function UnreadMail() {
  // Until a sign-in is finished, every call but the profile's is refused.
  const { data } = useQuery({ ...mailFolders, enabled: !mustFinishSignIn(useUser()) });
  const count = data?.folders.find(({ role }) => role === 'inbox')?.unread ?? 0;
  return <MenuCount count={count} words="unread" />;
}
