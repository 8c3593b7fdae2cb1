import type { AnyCall } from '#domain/kernel/call';
import type { HeldBasket } from '#domain/tills/held-basket.contract';
import { request } from '../../../platform/api';
import { ApiError, messageOf } from '../../../platform/api-error';
import { token } from '../../../platform/token';
import type { Basket } from '../engine/basket';
import { device } from './database';
import { heldPart } from './held-sales';
import { following } from './next-basket';
import { repeatableCalls } from './repeatable-calls';
import { type Again, canSendAgain, isAnswered, sendUntilAnswered, type Unanswered } from './unanswered';

/** What became of a request that was sent again. */
export type SentAgain =
  | { readonly kind: 'recorded'; readonly hasSettledBasket: boolean; readonly reply: unknown }
  | { readonly kind: 'refused' | 'open'; readonly reason: string };

/** The name in a list. */
export const nameOfUnanswered = ({ again, sentBy }: Unanswered<unknown>): string =>
  again?.what ?? `A request sent by ${sentBy.name}`;

/** Sends a request again from outside its dialog, exactly as it was first sent, and only while the same user is signed in. */
export async function sendAgain(
  name: string,
  unanswered: Unanswered<unknown>,
  userId: number,
  { ofToken = token.read(), isBackground = false }: { ofToken?: string | null; isBackground?: boolean } = {},
): Promise<SentAgain> {
  const { again } = unanswered;
  if (!again) return { kind: 'open', reason: 'Send it again where it was entered.' };
  // The server recognises this by the sender's key alone, so that of another user would be recorded a second time.
  if (again.call === 'payment' && !canSendAgain(unanswered, userId))
    return { kind: 'open', reason: 'Look for it in the customer’s account.' };
  // One that has not arrived would be recorded as another user's, or refused for lack of their permission.
  if (again.call === 'void' && unanswered.sentBy.id !== userId)
    return { kind: 'open', reason: `Only ${unanswered.sentBy.name} can send it again.` };
  let reply: unknown;
  try {
    // With no connection it is tried nevertheless: it is in doubt already.
    const answer = await sendUntilAnswered(name, { ...unanswered, offline: noAnswer }, ({ key, body }) => {
      // Another cashier has taken over while it was written to the device.
      if (token.read() !== ofToken) throw new ApiError(0, undefined);
      return request(repeatableCalls[again.call] as AnyCall, {
        ...(again.id === undefined ? {} : { params: { id: again.id } as never }),
        body: again.sent ?? body,
        idempotencyKey: key,
        shownInPlace: true,
        isBackground,
      });
    });
    reply = answer.reply;
  } catch (error) {
    return isAnswered(name)
      ? { kind: 'refused', reason: messageOf(error, 'The server refused it.') }
      : { kind: 'open', reason: noAnswer };
  }
  // If the device cannot be written, the basket stays, and the server refuses it a second time.
  const hasSettledBasket = await settleBasket(again, unanswered.body, reply).catch(() => false);
  return { kind: 'recorded', hasSettledBasket, reply };
}

const noAnswer = 'There is still no answer.';

/**
 * Removes what the request has settled of its basket, as its dialog does. What was added since stays, and what was changed
 * of a sale since it was held, to be held as its next version.
 */
async function settleBasket({ basket, call }: Again, body: unknown, reply: unknown): Promise<boolean> {
  if (!basket) return false;
  const place = { store: 'kept', key: basket.key } as const;
  const stored = await device.read<Basket>(place.store, place.key);
  if (stored?.clientId !== basket.clientId) return false;
  const held = call === 'hold' && isChanged(stored, body) ? (reply as HeldBasket) : null;
  const left = held
    ? { ...stored, held: { id: held.id, version: held.version, name: held.name } }
    : isOfDocument(stored)
      ? null
      : following(stored, basket);
  await device.write({ ...place, value: left?.lines.length ? left : undefined });
  return true;
}

const isOfDocument = ({ replacing, quote }: Basket): boolean => (replacing ?? quote) !== null;

const isChanged = (stored: Basket, body: unknown): boolean =>
  JSON.stringify(heldPart(stored)) !== JSON.stringify((body as { readonly basket: unknown }).basket);
