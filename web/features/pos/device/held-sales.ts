import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import { type HeldBasket, heldBaskets } from '#domain/tills/held-basket.contract';
import { newIdempotencyKey, request } from '../../../platform/api';
import { ApiError } from '../../../platform/api-error';
import { type Basket, isUntouched } from '../engine/basket';
import type { Till } from '../till-state';
import { registerIdOf, registerState } from './register';
import { forgetUnanswered, isAnswered, sendUntilAnswered } from './unanswered';

export const holdName = ({ clientId }: Basket): string => `hold ${clientId}`;

const offline = 'The server cannot be reached, so the sale could not be held.';

/** What is held of a basket. */
export const heldPart = (basket: Basket) => ({
  ...basket,
  removed: null,
  held: null,
  approvals: [],
  stockApproved: [],
});

const holdBody = ({ sale }: Till, basket: Basket, name: string) => ({
  client_id: basket.clientId,
  name,
  customer_id: basket.customer?.id ?? null,
  register_id: registerIdOf(registerState.get()),
  basket: heldPart(basket),
  total: poundsFromPence(sale.gross),
  line_count: basket.lines.length,
  ...(basket.held ? { version: basket.held.version } : {}),
});

/** Holds the sale under a name, and starts the next one. */
export async function holdBasket(till: Till, name: string): Promise<void> {
  const { store } = till;
  const basket = store.basket.get();
  const body = holdBody(till, basket, name);
  const what = `Held sale “${name}” of ${formatPounds(till.sale.gross)}`;
  const { reply, sent } = await sendUntilAnswered(
    holdName(basket),
    { body, sentBy: till.user, again: { what, call: 'hold', basket: store.placeOf(basket) }, offline },
    ({ body: same, key: idempotencyKey }) =>
      request(heldBaskets.hold, { body: same, idempotencyKey, shownInPlace: true }),
  );
  if (JSON.stringify(sent.body) !== JSON.stringify(body)) {
    // An earlier request had arrived after all. What was changed since is held as its next version.
    till.change({
      do: 'replace',
      basket: { ...store.basket.get(), held: { id: reply.id, version: reply.version, name: reply.name } },
    });
    return holdBasket(till, name);
  }
  await store.startNext(store.placeOf(basket));
}

/** Forgets that it may be held, once the basket is paid: the server then no longer offers it to anyone. */
export async function forgetHold(basket: Basket): Promise<void> {
  const name = holdName(basket);
  if (!isAnswered(name)) await forgetUnanswered(name).catch(() => undefined);
}

/** One key for each version of a held sale, until its answer has come: a repeat returns the same basket. */
const keys = new Map<string, string>();

/** Opens a held sale in the free basket. What has been entered there meanwhile stays. */
export async function resumeHere({ store, change }: Till, held: HeldBasket): Promise<void> {
  const basket = await resumeBasket(held);
  if (!isUntouched(store.basket.get())) throw new ApiError(409, { message: notFree });
  change({ do: 'replace', basket });
}

const notFree =
  'The basket was changed meanwhile. Pay, hold or void it, then resume the sale again: it is listed under “Resumed by you”.';

async function resumeBasket({ id, version }: HeldBasket): Promise<Basket> {
  const name = `${id} ${version}`;
  const idempotencyKey = keys.get(name) ?? newIdempotencyKey();
  keys.set(name, idempotencyKey);
  try {
    const resumed = await request(heldBaskets.resume, { params: { id }, idempotencyKey, shownInPlace: true });
    keys.delete(name);
    return {
      ...(resumed.basket as unknown as Basket),
      held: { id: resumed.id, version: resumed.version, name: resumed.name },
    };
  } catch (error) {
    if (error instanceof ApiError && error.status !== 0 && error.code !== 'still_running') keys.delete(name);
    throw error;
  }
}
