import { toPence } from '#domain/kernel/money';
import { sellingSettings } from '#domain/tills/selling-settings.contract';
import { registers, tills } from '#domain/tills/till.contract';
import { shopFloor, stockedProduct } from './shop';
import type { Caller, TestApp } from './test-app';

const settings = {
  discount_limit: '10',
  below_cost: 'approve',
  blind_count: true,
  variance_limit: '5.00',
  paid_out_limit: '50.00',
  held_days: 7,
  desk_price_mode: 'inclusive',
};

/**
 * Users at a till, through the API: a keeper who opens and counts, a manager who approves, and a seller who sells tea
 * for £2.40 and zero-rated books for £5.00 in the session `till`.
 */
export async function someTills(app: TestApp) {
  const keeper = await app.as(
    'view_pos',
    'create_sale',
    'open_till',
    'close_till',
    'view_sale',
    'view_ledger',
  );
  const manager = await app.as(
    'view_pos',
    'create_sale',
    'close_till',
    'approve_variance',
    'void_sale',
    'view_setting',
    'edit_setting',
  );
  const seller = await app.as(
    'view_pos',
    'create_sale',
    'view_sale',
    'refund_sale',
    'override_discount',
    'void_sale',
  );
  let created = 0;
  const at = (id: number, body: object = {}) => ({ params: { id }, body: { ...body } });
  const register = async (): Promise<number> => {
    created += 1;
    const body = { name: `Counter ${created}`, code: `C${created}` };
    return (await manager.call(registers.create, { body })).reply.id;
  };
  const selling = { till: 0 };
  const floor = {
    keeper,
    manager,
    seller,
    /** The session used for sales. */
    get till(): number {
      return selling.till;
    },
    set till(id: number) {
      selling.till = id;
    },
    shop: shopFloor(() => ({ app, seller, till: selling.till })),
    tea: await stockedProduct(app.db),
    book: await stockedProduct(app.db, { vat_code: 'Z', price: toPence(500) }),
    /** The default sales settings with these changes. */
    set: async (changes: Partial<Record<keyof typeof settings, unknown>>): Promise<void> => {
      const { refusal } = await manager.call(sellingSettings.update, { body: { ...settings, ...changes } });
      if (refusal) throw new Error(refusal.message);
    },
    /** A new register. */
    register,
    /** An open session with this float. */
    opened: async (total = '100.00'): Promise<number> => {
      const register_id = await register();
      const { reply, refusal } = await keeper.call(tills.open, { body: { register_id, total } });
      if (!reply) throw new Error(refusal.message);
      return reply.id;
    },
    move: (id: number, kind: string, amount: string, more: object = {}) =>
      keeper.call(tills.move, at(id, { kind, amount, reason: 'For the test', ...more })),
    count: async (id: number, count: object, who: Caller = keeper) => {
      await who.call(tills.startCount, at(id));
      return who.call(tills.count, at(id, count));
    },
    close: (id: number, body: object = {}, who: Caller = keeper) => who.call(tills.close, at(id, body)),
    /** Counts this much and closes. */
    closed: async (id: number, total: string, more: object = {}, who: Caller = keeper) => {
      await floor.count(id, { total }, who);
      return floor.close(id, more, who);
    },
    get: (id: number, who: Caller = keeper) => who.call(tills.get, { params: { id } }),
  };
  return floor;
}
