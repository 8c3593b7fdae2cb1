import { sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';
import { streamRows } from '../../platform/database/stream-rows';
import type { ProofEntry, ProofSeal } from './proof-lines';
import { listHeads } from './sign-heads';
import { listStamps } from './stamp-heads';

/**
 * The whole audit log with its seals and signed heads, one JSON text per line, for `npm run audit`. What covers comes
 * before what is covered, so that what is written meanwhile is only ever not sealed yet.
 */
export async function* proofLines(db: Reader, now: Date): AsyncGenerator<string> {
  yield line({ format: proofFormat, exported_at: now.toISOString() });
  for (const stamp of await listStamps(db)) yield line({ stamp });
  for (const head of await listHeads(db)) yield line({ head });
  for await (const seal of streamRows<ProofSeal>(db, sealRows)) yield line({ seal });
  for await (const entry of streamRows<ProofEntry>(db, entryRows)) yield line({ entry });
}

export const proofFormat = 'counterfoil audit log 1';

const line = (content: object) => `${JSON.stringify(content)}\n`;

const sealRows = sql`
  select id, to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as sealed_at, entry_ids::text as entry_ids,
    entries, contents, previous_hash, hash
  from audit_seals order by id`;

// JSON as the database writes it, since that is what was hashed.
const entryRows = sql`
  select id, audit_instant(at) as at, actor_id, actor, address, actor_salt::text as actor_salt, actor_hash, action, record_type,
    record_id, record_name, before::text as before, after::text as after, subject_salt::text as subject_salt, subject_hash,
    request_id, previous_hash, hash, erased_at is not null as is_erased, actor_erased_at is not null as is_actor_erased
  from audit_log order by id`;
