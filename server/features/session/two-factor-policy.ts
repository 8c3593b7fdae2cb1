import { sql } from 'kysely';
import type { TwoFactorRequired } from '#domain/session/two-factor.contract';
import { recordAudit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { requiredFrom, requiredSetting } from './two-factor.queries';

type Policy = { required_of: TwoFactorRequired };

export async function twoFactorPolicy(db: Reader): Promise<Policy> {
  const { rows } = await sql<{ value: string }>`
    select value #>> '{}' as value from settings where key = ${requiredSetting}`.execute(db);
  return { required_of: requiredFrom(rows[0]?.value) };
}

/** Says of whom two-factor sign-in is required. Whoever has none is led to set it up with the next request. */
export async function setTwoFactorPolicy(ctx: WriteContext, after: Policy): Promise<Policy> {
  const before = await twoFactorPolicy(ctx.tx);
  await sql`
    insert into settings (key, value, updated_at)
    values (${requiredSetting}, ${JSON.stringify(after.required_of)}::jsonb, ${ctx.now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'edited',
    recordType: 'setting',
    recordName: 'two-factor sign-in',
    before,
    after,
  });
  return after;
}
