import { sql } from 'kysely';
import type { RegistrationState } from '#domain/session/session.contract';
import { recordAudit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

/** Who can register: the first administrator; afterwards no one, unless registration was opened. */
export async function registrationState(db: Reader): Promise<RegistrationState> {
  const { rows } = await sql<{ empty: boolean; open: boolean }>`
    select not exists (select 1 from users) as empty,
      coalesce((select value = 'true'::jsonb from settings where key = 'registration_open'), false) as open`.execute(
    db,
  );
  if (rows[0]?.empty) return 'first';
  return rows[0]?.open ? 'open' : 'closed';
}

export async function setRegistration(
  ctx: WriteContext,
  open: boolean,
): Promise<{ registration: RegistrationState }> {
  const before = await registrationState(ctx.tx);
  await sql`
    insert into settings (key, value, updated_at) values ('registration_open', ${JSON.stringify(open)}::jsonb, ${ctx.now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(ctx.tx);
  const registration = await registrationState(ctx.tx);
  recordAudit(ctx, {
    action: 'edited',
    recordType: 'setting',
    recordName: 'registration',
    before: { registration: before },
    after: { registration },
  });
  return { registration };
}
