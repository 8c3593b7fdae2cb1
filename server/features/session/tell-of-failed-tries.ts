import { raiseNotifications } from '../../kernel/notifications';
import type { WriteContext } from '../../platform/http/context';
import { countFailures } from './sign-in-throttle';

/** Three wrong passwords are a slip of the fingers. */
const worthTelling = 5;
const anHour = 3600_000;

/** Tells the administrators, and the person, that somebody guesses at an account; once an hour at most. */
export async function tellOfFailedTries(
  { tx, now }: Pick<WriteContext, 'tx' | 'now'>,
  user: { readonly id: number; readonly name: string },
  account: string,
): Promise<void> {
  if ((await countFailures(tx, account, now)) < worthTelling) return;
  const key = `${user.id} ${Math.floor(now.getTime() / anHour)}`;
  await raiseNotifications(tx, now, [
    {
      kind: 'failed_sign_ins',
      key,
      words: `Several wrong passwords or codes were tried for the account of ${user.name}.`,
      link: '/audit?action=sign-in_refused',
      person: user.id,
    },
    {
      kind: 'own_failed_sign_ins',
      key,
      words:
        'Several wrong passwords or codes were tried for your account. If that was not you, change your password.',
      link: '/profile',
      person: user.id,
    },
  ]);
}
