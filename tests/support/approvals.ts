import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Permission } from '#domain/kernel/permissions';
import { approvalLimits } from '#domain/settings/approval-limits.contract';
import { approvals, pins } from '#domain/tills/cashier.contract';
import { hashPassword } from '../../server/features/session';
import type { Caller, TestApp } from './test-app';

const password = 'correct horse battery staple';

export type Approver = Caller & { readonly userId: number; readonly pin: string };

type Refused = { readonly status: number; readonly refusal: { readonly current?: unknown } };

/** Helpers for approval tests: users with a PIN, limits, and a change that is refused, approved and sent again. */
export function someApprovals(app: TestApp) {
  const hash = hashPassword(password);
  let lastPin = 5172;
  return {
    approver: async (...rights: Permission[]): Promise<Approver> => {
      const who = await app.as(...rights);
      await sql`update users set password_hash = ${await hash} where id = ${who.userId}`.execute(app.db);
      lastPin += 1;
      const pin = String(lastPin);
      const { status } = await who.call(pins.set, { body: { current_password: password, pin } });
      if (status !== 200) throw new Error(`PIN ${pin} was refused`);
      return { ...who, pin };
    },
    limits: async (changes: Partial<Record<`${string}_limit`, string | null>>): Promise<void> => {
      const admin = await app.as('admin');
      const none = {
        refund_limit: null,
        adjustment_limit: null,
        write_off_limit: null,
        stock_count_limit: null,
        bill_limit: null,
      };
      const { refusal } = await admin.call(approvalLimits.save, { body: { ...none, ...changes } });
      if (refusal) throw new Error(refusal.message);
    },
    give: (requester: Caller, by: Approver, client_id: string, needs: readonly unknown[]) =>
      requester.call(approvals.give, {
        body: { client_id, needs: [...needs], user_id: by.userId, pin: by.pin } as never,
      }),
    /** The needs that a refusal names; fails when it was another refusal. */
    needsOf: ({ status, refusal }: Refused): readonly unknown[] => {
      if (status !== 403) throw new Error(`Expected 403, got ${status}`);
      return (refusal.current as { needs: unknown[] }).needs;
    },
    /** Everyone but these users has left. */
    onlyOf: async (ids: readonly number[], work: () => Promise<void>): Promise<void> => {
      const { rows } = await sql<{ id: number }>`
        update users set status = 'inactive' where status = 'active' and id <> all(${ids}::bigint[])
          and id not in (select ur.user_id from user_roles ur join roles r on r.id = ur.role_id where r.is_system) returning id`.execute(
        app.db,
      );
      try {
        await work();
      } finally {
        await sql`update users set status = 'active' where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
          app.db,
        );
      }
    },
    newId: () => randomUUID() as string,
  };
}
