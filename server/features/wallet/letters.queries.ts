import { sql } from 'kysely';
import type { QueryOf } from '#domain/kernel/call';
import type { Letter, letters } from '#domain/wallet/letters.contract';
import type { ReminderLetter } from '#domain/wallet/reminder';
import type { Reader } from '../../platform/database/open-database';
import { askPage, pageLimit } from '../../platform/database/page-of';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';

type NewSentLetter = {
  readonly customerId: number;
  readonly kind: Letter['kind'];
  readonly how: Letter['how'];
  readonly emailId?: number;
  readonly content?: ReminderLetter;
};

/** Stores what was sent to a customer, and when. Returns its id. */
export async function recordLetter(ctx: WriteContext, letter: NewSentLetter): Promise<number> {
  const { content } = letter;
  const { id } = await ctx.tx
    .insertInto('customer_letters')
    .values({
      customer_id: letter.customerId,
      kind: letter.kind,
      tone: content?.tone ?? null,
      how: letter.how,
      email_id: letter.emailId ?? null,
      content: content ? JSON.stringify(content) : null,
      sent_by: ctx.actor.id,
      sent_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Paging = QueryOf<typeof letters.ofCustomer>;

export async function listLetters(db: Reader, customerId: number, paging: Paging) {
  const rows = sql<Letter>`
    select l.id, l.kind, l.tone, l.how, e.to_address, e.status as email_status, l.content is not null as can_draw,
      u.name as sent_by, l.sent_at
    from customer_letters l join users u on u.id = l.sent_by left join emails e on e.id = l.email_id
    where l.customer_id = ${customerId} order by l.id desc ${pageLimit(paging)}`;
  const total = sql<{ total: number }>`
    select count(*) as total from customer_letters where customer_id = ${customerId}`;
  return askPage(db, paging, { rows, total });
}

/** A reminder as sent. 404 if there is none, or if it was erased with the customer. */
export async function findReminder(db: Reader, id: number): Promise<ReminderLetter> {
  const { rows } = await sql<{ content: ReminderLetter | null }>`
    select content from customer_letters where id = ${id} and kind = 'reminder'`.execute(db);
  return ensureFound(rows[0]?.content ?? undefined, 'Reminder');
}
