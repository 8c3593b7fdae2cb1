import type { Permission } from '#domain/kernel/permissions';
import { tills } from '#domain/tills/till.contract';
import { registers } from '#domain/tills/till.contract';
import type { Caller, TestApp } from './test-app';

/** What the people at a till do, through the API: a keeper who opens and counts, and a manager who approves. */
export async function someTills(app: TestApp) {
  const keeper = await app.as('view_pos', 'open_till', 'close_till', 'view_sale', 'view_ledger');
  const manager = await app.as(
    'view_pos',
    'close_till',
    'approve_variance',
    'void_sale',
    'view_setting',
    'edit_setting',
  );
  let made = 0;
  const at = (id: number, body: object = {}) => ({ params: { id }, body: { ...body } });
  const floor = {
    keeper,
    manager,
    /** A register of its own. */
    register: async (): Promise<number> => {
      made += 1;
      const body = { name: `Counter ${made}`, code: `C${made}` };
      return (await manager.call(registers.create, { body })).reply.id;
    },
    /** An open session with so much float. */
    opened: async (total = '100.00'): Promise<number> => {
      const register_id = await floor.register();
      const { reply, refusal } = await keeper.call(tills.open, { body: { register_id, total } });
      if (!reply) throw new Error(refusal.message);
      return reply.id;
    },
    move: (id: number, kind: string, amount: string, more: object = {}, who: Caller = keeper) =>
      who.call(tills.move, at(id, { kind, amount, reason: 'For the test', ...more })),
    count: async (id: number, count: object, who: Caller = keeper) => {
      await who.call(tills.startCount, at(id));
      return who.call(tills.count, at(id, count));
    },
    close: (id: number, body: object = {}, who: Caller = keeper) => who.call(tills.close, at(id, body)),
    /** Counts so much and closes. */
    closed: async (id: number, total: string, more: object = {}, who: Caller = keeper) => {
      await floor.count(id, { total }, who);
      return floor.close(id, more, who);
    },
    get: (id: number, who: Caller = keeper) => who.call(tills.get, { params: { id } }),
    /** Somebody else with these rights. */
    somebody: (...rights: Permission[]) => app.as(...rights),
  };
  return floor;
}
