import * as z from 'zod';
import { can } from '../kernel/access';
import { call, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id, requiredText, version } from '../kernel/fields';
import { enteredMoney, money } from '../kernel/money';

/** Enough for a basket of 500 lines with notes. */
const maxBasketLength = 400_000;
const deepestBasket = 20;

/** The nesting depth of a value, checked level by level so that any depth is safe to check. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestBasket) return false;
    level = level.flatMap(one => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return true;
}

const isStorable = (basket: unknown) => {
  if (!isShallow(basket)) return false;
  const text = JSON.stringify(basket);
  // PostgreSQL cannot store the null character or half a surrogate pair.
  return text.length <= maxBasketLength && !/\\u0000|\\ud[89a-f]/i.test(text);
};

/** The basket as stored by the till. The server does not interpret it. */
const basket = z
  .record(z.string(), z.unknown())
  .refine(stored => Object.keys(stored).length > 0, 'Send the basket.')
  .refine(
    isStorable,
    'This sale cannot be held. It is too large or contains characters that cannot be stored.',
  );

const heldBasket = z.object({
  id,
  client_id: z.uuid(),
  name: z.string(),
  customer: z.object({ id, name: z.string() }).nullable(),
  register: z.object({ id, name: z.string() }).nullable(),
  total: money,
  line_count: z.int(),
  held_by: z.string(),
  held_at: instant,
  version,
});

export const heldBaskets = {
  /**
   * The newest 200, with the total number. `resumed` are those that the caller resumed within the last day, and that are
   * neither paid nor held again: they can be resumed again if the answer was lost.
   */
  list: call('GET', '/held-baskets', {
    summary: 'List held sales',
    access: can('view_pos'),
    reply: z.object({ data: z.array(heldBasket), total: z.int(), resumed: z.array(heldBasket) }),
  }),
  /** Idempotent. To hold a resumed sale again, send the `version` from resuming it; otherwise 409. */
  hold: call('POST', '/held-baskets', {
    summary: 'Hold a sale. It can be resumed at any till',
    access: can('create_sale'),
    body: z.strictObject({
      client_id: z.uuid('Send an ID generated for this basket.'),
      name: requiredText('Name', 60),
      customer_id: id.nullish(),
      register_id: id.nullish(),
      basket,
      total: enteredMoney.refine(pence => pence >= 0, 'Enter an amount of zero or more.'),
      line_count: z.int().min(0).max(500, 'A basket can have at most 500 lines.'),
      version: version.optional(),
    }),
    reply: heldBasket,
  }),
  /** Only one caller wins, and may resume it again until it is paid or held; the others get 409 with that user. */
  resume: call('POST', '/held-baskets/{id}/resume', {
    summary: 'Resume a held sale',
    access: can('create_sale'),
    reply: heldBasket.extend({ basket: z.record(z.string(), z.unknown()) }),
  }),
  /** 403 with `current: {needs}` when approval is needed. */
  void: call('POST', '/held-baskets/{id}/void', {
    summary: 'Void a held sale',
    access: can('create_sale'),
    body: z.strictObject({
      reason: requiredText('Reason', 200),
      /** The session that counts it as a void. */
      session_id: id.nullish(),
      approvals: z.array(z.uuid()).max(50).default([]),
    }),
    reply: done,
  }),
};

export type HeldBasket = z.output<typeof heldBasket>;
export type HeldBasketWrite = z.output<(typeof heldBaskets.hold)['body']>;
