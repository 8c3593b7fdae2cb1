import { formatMoment } from '#domain/kernel/dates';
import { raiseNotifications } from '../../kernel/notifications';
import type { WriteContext } from '../../platform/http/context';
import type { PinBlock } from './pin-attempts';

const anHour = 3600_000;

/** Tells the owner of a PIN and the administrators that someone has tried to guess it, at most once an hour for each pair. */
export async function notifyBlockedPin(
  { tx, actor, now }: Pick<WriteContext, 'tx' | 'actor' | 'now'>,
  owner: { readonly id: number; readonly name: string },
  { until }: PinBlock,
): Promise<void> {
  const key = `${owner.id} ${actor.id} ${Math.floor(now.getTime() / anHour)}`;
  const blocked = `It is blocked there until ${formatMoment(until)}.`;
  await raiseNotifications(tx, now, [
    {
      kind: 'blocked_pin',
      key,
      words: `Several wrong PINs were entered for ${owner.name} where ${actor.name} is signed in. ${blocked}`,
      link: '/audit?action=pin_locked',
      person: owner.id,
    },
    {
      kind: 'own_blocked_pin',
      key,
      words: `Several wrong PINs were entered for you where ${actor.name} is signed in. ${blocked} If this was not you, set a new PIN.`,
      link: '/profile',
      person: owner.id,
    },
  ]);
}
