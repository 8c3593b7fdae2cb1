import type { Draft, DraftKind } from '#domain/emails/draft.contract';
import type { Reader, Tx } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';

const shown = [
  'id',
  'kind',
  'answers_id',
  'to_addresses',
  'cc_addresses',
  'bcc_addresses',
  'subject',
  'body',
  'version',
  'updated_at',
] as const;
const maxDrafts = 200;

type Row = Omit<Draft, 'kind'> & { kind: string };
const asDraft = (row: Row): Draft => ({ ...row, kind: row.kind as DraftKind });

export async function listDrafts(db: Reader, userId: number): Promise<{ data: Draft[] }> {
  const rows = await db
    .selectFrom('mail_drafts')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxDrafts)
    .execute();
  return { data: rows.map(asDraft) };
}

/** The user's own draft; drafts of others are not found. */
export async function getDraft(db: Reader, userId: number, id: number): Promise<Draft> {
  const row = await db
    .selectFrom('mail_drafts')
    .select(shown)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return asDraft(ensureFound(row, 'Draft'));
}

/** The same, locked. */
export async function lockDraft(tx: Tx, userId: number, id: number): Promise<Draft> {
  const row = await tx
    .selectFrom('mail_drafts')
    .select(shown)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return asDraft(ensureFound(row, 'Draft'));
}
