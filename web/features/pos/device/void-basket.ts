import { hasPermission } from '#domain/kernel/access';
import { formatPounds, penceFromPounds, poundsFromPence } from '#domain/kernel/money';
import { tills } from '#domain/tills/till.contract';
import { request } from '../../../platform/api';
import { ApiError } from '../../../platform/api-error';
import { toast } from '../../../platform/notices';
import { removedValue } from '../engine/removed-value';
import { voidedGoods } from '../engine/sale-body';
import type { Till } from '../till-state';
import type { BasketStore } from './basket-store';
import { isConnected, noteConnection } from './connection';
import { settlingVoid } from './open-request';
import { sendAgain } from './send-again';
import { logRemoved, removedReported } from './till-log';
import {
  allUnanswered,
  forgetUnanswered,
  isAnswered,
  sendUntilAnswered,
  type ToSend,
  type Unanswered,
  unansweredOf,
} from './unanswered';

const voided = 'Basket voided.';
const voidedLater =
  'The basket is voided here. No answer came from the server, so it is sent again when you are back online.';
const removedInstead =
  'The basket is voided. You are offline, so its goods are reported as removed when you are back online.';
const offline = 'The server cannot be reached, so the basket was not voided. Try again.';
const cannotAsk =
  'You are offline, so voiding cannot be approved. To go on, scan the next customer’s goods first, then remove these lines: they are reported as removed.';

/**
 * Voids the basket and starts the next one. Returns what to say. A shop goes on selling without the server (decision 041):
 * what was certainly not sent is reported like removed lines, and what was sent is sent again until it is answered.
 */
export async function voidBasket(till: Till, reason: string, approvals: readonly string[]): Promise<string> {
  const { sessionId, store } = till;
  const basket = store.basket.get();
  const { name } = settlingVoid(basket);
  const earlier = unansweredOf(name) as VoidSent | undefined;
  // What was sent, not what has been scanned since.
  const settles = earlier?.again?.basket ?? store.placeOf(basket);
  const isFirst = earlier === undefined;
  if (sessionId === null) {
    await store.startNext(settles);
    return voided;
  }
  const wasApproved = (earlier?.body.approvals.length ?? 0) > basket.approvals.length;
  const isAllowed = hasPermission(till.user, 'void_sale') || approvals.length > 0 || wasApproved;
  // The server asks for approval of what was taken out of it, too.
  await removedReported();
  if (isFirst && !isConnected.get()) {
    if (!isAllowed) throw new ApiError(0, { message: cannotAsk });
    const of = { basketId: basket.clientId, userId: till.user.id, isRestored: false };
    for (const [at, line] of basket.lines.entries())
      logRemoved(sessionId, {
        amount: removedValue(line, till.sale.lines[at], line.quantity),
        note: line.name,
        ...of,
      });
    await store.startNext(settles);
    return removedInstead;
  }
  try {
    await sendUntilAnswered(
      name,
      voidRequest(till, sessionId, { reason, approvals }),
      ({ body, key: idempotencyKey }) =>
        request(tills.basketVoided, { params: { id: sessionId }, body, idempotencyKey, shownInPlace: true }),
    );
    await store.startNext(settles);
    return voided;
  } catch (error) {
    if (isAnswered(name)) throw error;
    noteConnection(false);
    if (isAllowed) {
      await store.startNext(settles);
      return voidedLater;
    }
    if (!isFirst) throw error;
    // The server records nothing without the approval that it would have asked for.
    await forgetUnanswered(name);
    throw new ApiError(0, { message: offline });
  }
}

type VoidSent = Unanswered<ReturnType<typeof voidRequest>['body']>;

function voidRequest(
  { store, sale, user }: Till,
  sessionId: number,
  { reason, approvals }: { readonly reason: string; readonly approvals: readonly string[] },
) {
  const basket = store.basket.get();
  return {
    body: {
      client_id: basket.clientId,
      amount: poundsFromPence(sale.gross),
      ...voidedGoods(basket),
      reason,
      approvals: [...basket.approvals, ...approvals],
    },
    sentBy: user,
    again: {
      what: `Voided basket of ${formatPounds(sale.gross)}`,
      call: 'void',
      id: sessionId,
      basket: store.placeOf(basket),
    },
    offline,
  } satisfies ToSend<unknown>;
}

/**
 * Sends the user's voids again whose baskets have gone; another user may lack the permission. One whose basket is still here
 * is sent again there.
 */
export async function sendVoidsAgain(
  { basket }: BasketStore,
  userId: number,
  ofToken: string | null,
): Promise<void> {
  for (const [name, unanswered] of Object.entries(allUnanswered())) {
    const { again, sentBy } = unanswered;
    if (again?.call !== 'void' || sentBy.id !== userId) continue;
    if (again.basket?.clientId === basket.get().clientId) continue;
    const became = await sendAgain(name, unanswered, userId, { ofToken, isBackground: true });
    if (became.kind !== 'refused') continue;
    // The goods have left the till, so they count as removed, also once the session is closed.
    const { client_id: basketId, amount } = (unanswered as VoidSent).body;
    const of = { basketId, userId, isRestored: false };
    logRemoved(again.id ?? null, { amount: penceFromPounds(amount), note: again.what, ...of });
    toast.blank(`${again.what}: reported as removed instead. ${became.reason}`);
  }
}
