import { sql } from 'kysely';
import { recentDays } from '#domain/bulk-emails/bulk-email.contract';
import { londonDate } from '#domain/kernel/dates';
import { reminderBulkEmail } from '#domain/wallet/reminder-bulk-email.contract';
import type { BulkMailing, MailRecord } from '../../kernel/bulk-emails';
import { findBankDetails, findCompany } from '../../kernel/company';
import { type MailTexts, writeMailBody } from '../../kernel/outbox';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict } from '../../platform/http/refusal';
import { findAgedIds } from './aged.queries';
import { lockRecentReminders } from './recent-reminders';
import {
  composeReminder,
  type DrawnReminder,
  drawToSend,
  findDebtors,
  reasonWithoutReminder,
  sendReminder,
} from './remind-customers';
import { reminderFileName } from './reminder-document';

type Prepared = { readonly reminder: DrawnReminder; readonly texts: MailTexts; readonly skipRecent: boolean };

/** How many customers are emailed reminders at once. */
export const reminderMailing: BulkMailing<
  typeof reminderBulkEmail.start.body.shape.filter,
  typeof reminderBulkEmail.start.body.shape.options,
  Prepared
> = {
  kind: 'reminders',
  calls: reminderBulkEmail,
  wording: 'reminder',
  recently: `Reminded in the last ${recentDays} days.`,
  find: (db, filter, { now }) => findAgedIds(db, 'customer', filter, londonDate(now)),
  load: loadDebtorsToEmail,
  async example(db, id, _options, { now }) {
    const { name, letter } = await debtorOf(db, id, now);
    const { values, rest } = composeReminder(letter, name, {
      company: await findCompany(db),
      bank: await findBankDetails(db),
    });
    return { values, rest: writeMailBody(rest).text.trim(), file_name: reminderFileName(letter) };
  },
  async prepare(before, { id, email }, { options, ...texts }) {
    const debtor = { ...(await debtorOf(before.db, id, before.now)), email };
    const document = await drawToSend(before, debtor.letter);
    return { reminder: { ...debtor, document }, texts, skipRecent: options.skip_recent };
  },
  queue: queueBulkReminder,
};

async function debtorOf(db: Reader, id: number, now: Date) {
  const [debtor] = await findDebtors(db, [id], londonDate(now));
  if (!debtor?.letter)
    throw conflict(debtor ? reasonWithoutReminder(debtor) : 'It was deleted in the meantime.');
  return { id, name: debtor.name, letter: debtor.letter };
}

/** Two users may remind them at once: the second learns of the first reminder. */
async function queueBulkReminder(ctx: WriteContext, { reminder, texts, skipRecent }: Prepared) {
  const { recent, erased } = await lockRecentReminders(ctx, [reminder.id]);
  if (erased.has(reminder.id)) throw conflict('The customer’s personal data was erased in the meantime.');
  if (skipRecent && recent.has(reminder.id)) throw conflict(`Reminded in the last ${recentDays} days.`);
  const sender = { company: await findCompany(ctx.tx), bank: await findBankDetails(ctx.tx), wording: texts };
  const { emailId } = await sendReminder(ctx, reminder, sender);
  return { email_id: emailId };
}

type Sent = { readonly id: number; readonly sent_at: Date | null };

/** The last reminder counts, by email or on paper, unless its email was not delivered. */
async function loadDebtorsToEmail(
  db: Reader,
  ids: readonly number[],
  _options: unknown,
  { now }: { readonly now: Date },
): Promise<MailRecord[]> {
  const debtors = await findDebtors(db, ids, londonDate(now));
  const { rows } = await sql<Sent>`
    select l.customer_id as id, max(l.sent_at) as sent_at
    from customer_letters l left join emails e on e.id = l.email_id
    where l.customer_id = any(${[...ids]}::bigint[]) and l.kind = 'reminder' and e.status is distinct from 'failed'
    group by l.customer_id`.execute(db);
  const lastSent = new Map(rows.map(({ id, sent_at }) => [id, sent_at]));
  return debtors
    .map(debtor => ({
      id: debtor.id,
      name: debtor.name,
      recipient: debtor.name,
      email: debtor.email,
      lastSentAt: lastSent.get(debtor.id) ?? null,
      refusal: debtor.letter === null ? reasonWithoutReminder(debtor) : null,
    }))
    .sort((one, other) => one.id - other.id);
}
