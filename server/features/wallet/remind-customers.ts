import { sql } from 'kysely';
import type { EmailValues } from '#domain/emails/document-emails';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import type { letters, ReminderOutcome } from '#domain/wallet/letters.contract';
import type { BankDetails } from '#domain/settings/bank-details.contract';
import { paymentInstructions, paymentInstructionsTitle } from '#domain/settings/payment-instructions';
import {
  itemLine,
  type OverdueItem,
  type ReminderLetter,
  reminderOwed,
  reminderSums,
  reminderToneNames,
  writeReminder,
} from '#domain/wallet/reminder';
import { recordAudit } from '../../kernel/audit';
import { type Company, findBankDetails, findCompany } from '../../kernel/company';
import {
  emailReply,
  type EmailState,
  fillIn,
  findWording,
  type MailTexts,
  queueEmail,
  storeDocument,
  type StoredDocument,
  writeMailBody,
} from '../../kernel/outbox';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import type { BeforeWrite } from '../../platform/http/route';
import { recordLetter } from './letters.queries';
import { lockRecentReminders } from './recent-reminders';
import { drawReminder } from './reminder-document';

type RequestBody = BodyOf<typeof letters.remind>;
type Debtor = {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly letter: ReminderLetter | null;
  /** Unused credit that covers all that is overdue; zero if it does not. */
  readonly covered: Pence;
};
type Prepared = Pick<RequestBody, 'how' | 'again'> & {
  readonly debtors: readonly (Debtor & { readonly document: StoredDocument | null })[];
};
type Letterhead = { readonly company: Company; readonly bank: BankDetails };
type Sender = Letterhead & { readonly wording: MailTexts };
/** A reminder that is ready to be emailed. */
export type DrawnReminder = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly letter: ReminderLetter;
  readonly document: StoredDocument;
};
type Queued = ReminderOutcome & { readonly email_id: number | null };

/**
 * Creates the reminders and the PDFs to send before any lock is taken. 422 names a customer that does not
 * exist.
 */
export async function prepareReminders(
  read: BeforeWrite,
  { customer_ids, how, again }: RequestBody,
): Promise<Prepared> {
  const debtors = await findDebtors(read.db, customer_ids, londonDate(read.now));
  if (debtors.length < customer_ids.length)
    throw invalid({ customer_ids: 'One of these customers no longer exists. Choose again.' });
  return {
    how,
    again,
    debtors: await Promise.all(
      debtors.map(async debtor => ({
        ...debtor,
        document:
          how === 'email' && debtor.letter !== null && debtor.email !== null
            ? await drawToSend(read, debtor.letter)
            : null,
      })),
    ),
  };
}

/** Draws and stores the PDF of a reminder. */
export const drawToSend = async (read: BeforeWrite, letter: ReminderLetter): Promise<StoredDocument> =>
  storeDocument(read.files, await drawReminder(read.db, letter, read.now));

/**
 * Stores the reminders and queues the emails. Reports customers with nothing overdue, without an email address, or reminded
 * a short while ago.
 */
export async function queueReminders(
  ctx: WriteContext,
  { how, again, debtors }: Prepared,
): Promise<Queued[]> {
  const { recent, erased } = await lockRecentReminders(
    ctx,
    debtors.map(({ id }) => id),
  );
  const sender = {
    company: await findCompany(ctx.tx),
    bank: await findBankDetails(ctx.tx),
    wording: await findWording(ctx.tx, 'reminder'),
  };
  const queued: Queued[] = [];
  for (const { id, name, email, letter, covered, document } of debtors) {
    const erasedName = erased.get(id);
    const customer = { id, name: erasedName ?? name };
    const refused = (message: string) =>
      queued.push({ customer, letter_id: null, success: false, message, email_id: null });
    if (erasedName !== undefined)
      refused('The personal data of this customer was erased, so there is no reminder.');
    else if (letter === null)
      refused(
        covered > 0
          ? `${name} has ${formatPounds(covered)} of unused credit, which covers everything overdue. Allocate it to the invoices instead.`
          : `${name} has nothing overdue, so no reminder is needed.`,
      );
    else if (!again && recent.has(id))
      refused(`${name} was reminded already: ${recent.get(id)} To send another, choose “Remind again”.`);
    else if (how === 'email' && (email === null || document === null))
      refused(`${name} has no email address. Print the reminder instead.`);
    else {
      const { emailId, letterId } =
        email && document
          ? await sendReminder(ctx, { ...customer, email, letter, document }, sender)
          : { emailId: null, letterId: await recordReminder(ctx, customer, letter) };
      queued.push({
        customer,
        letter_id: letterId,
        success: true,
        message: `${reminderToneNames[letter.tone]} for ${name} is ready to print.`,
        email_id: emailId,
      });
    }
  }
  if (queued.every(({ success }) => !success))
    throw invalid({ customer_ids: queued[0]?.message ?? 'No reminders were sent.' });
  return queued;
}

const maxItems = 50;

/** The items, of many only the first, with the sum of the rest: the total must add up. */
function itemLines(items: readonly OverdueItem[]): [name: string, value: string][] {
  const rest = items.slice(maxItems);
  if (rest.length === 0) return items.map(itemLine);
  const more: [string, string] = [
    `and ${rest.length} more in the attachment`,
    formatPounds(sum(rest.map(({ open }) => open))),
  ];
  return [...items.slice(0, maxItems).map(itemLine), more];
}

/** Queues the email of a reminder and records that it was sent. */
export async function sendReminder(
  ctx: WriteContext,
  { id, name, email, letter, document }: DrawnReminder,
  { wording, ...letterhead }: Sender,
): Promise<{ emailId: number; letterId: number }> {
  const { values, rest } = composeReminder(letter, name, letterhead);
  const { subject, message } = fillIn(wording, values);
  const emailId = await queueEmail(ctx, {
    purpose: 'reminder',
    to: email,
    subject,
    body: writeMailBody([message, ...rest]),
    about: { type: 'customer', id, name },
    attachments: [document],
  });
  return { emailId, letterId: await recordReminder(ctx, { id, name }, letter, emailId) };
}

/** The values of the placeholders of a reminder's email, and what stands below its message. */
export function composeReminder(letter: ReminderLetter, name: string, { company, bank }: Letterhead) {
  const owed = reminderOwed(letter);
  const values: EmailValues<'reminder'> = {
    reminder: reminderToneNames[letter.tone],
    request: letter.opening,
    customer: name,
    amount: formatPounds(owed.balance),
    company: company.name,
  };
  return {
    values,
    rest: [
      { facts: [...itemLines(letter.items), ...reminderSums(letter)] },
      `${paymentInstructionsTitle}:`,
      { facts: paymentInstructions(bank, owed) },
      letter.closing,
      [company.name, ...company.lines].join('\n'),
    ],
  };
}

/** Records a reminder that is emailed, or printed if there is no email. */
async function recordReminder(
  ctx: WriteContext,
  customer: { readonly id: number; readonly name: string },
  letter: ReminderLetter,
  emailId?: number,
): Promise<number> {
  const how = emailId === undefined ? 'print' : 'email';
  const letterId = await recordLetter(ctx, {
    customerId: customer.id,
    kind: 'reminder',
    how,
    content: letter,
    ...(emailId === undefined ? {} : { emailId }),
  });
  recordAudit(ctx, {
    action: 'reminded',
    recordType: 'customer',
    recordId: customer.id,
    recordName: customer.name,
    after: { how, tone: letter.tone, overdue: formatPounds(letter.total), items: letter.items.length },
  });
  return letterId;
}

/** Without a name or amount: it is stored with a bulk email, and the same for all that it concerns. */
export const reasonWithoutReminder = ({ covered }: Pick<Debtor, 'covered'>): string =>
  covered > 0
    ? 'Unused credit covers everything overdue. Allocate it to the invoices instead.'
    : 'Nothing is overdue.';

/** The outcome for each customer after the first attempts. */
export async function reminderReply(
  queued: readonly Queued[],
  awaitEmail: (emailId: number) => Promise<EmailState | undefined>,
): Promise<{ data: ReminderOutcome[] }> {
  const data = await Promise.all(
    queued.map(async ({ email_id, ...outcome }) =>
      email_id === null ? outcome : { ...outcome, ...emailReply(await awaitEmail(email_id), 'Reminder') },
    ),
  );
  return { data };
}

type Row = {
  id: number;
  name: string;
  email: string | null;
  address: string | null;
  number: string;
  items: OverdueItem[];
  days: number | null;
  unused: Pence;
};

/** Customers with their overdue items as of today, oldest first. Merged and erased customers are omitted. */
export async function findDebtors(
  db: Reader,
  ids: readonly number[],
  today: CalendarDate,
): Promise<Debtor[]> {
  const { rows } = await sql<Row>`
    select c.id, c.name, customer_number(c.id) as number, c.email, nullif(concat_ws(e'\n', c.billing_address, c.billing_postcode), '') as address,
      coalesce(jsonb_agg(jsonb_build_object('number', o.document_number, 'business_date', o.business_date,
        'due_on', coalesce(i.due_on, i.business_date), 'open', i.amount_pence - i.allocated_pence)
        order by coalesce(i.due_on, i.business_date), i.id) filter (where i.id is not null), '[]') as items,
      max(${today}::date - coalesce(i.due_on, i.business_date)) as days,
      coalesce((select sum(u.amount_pence - u.allocated_pence) from party_items u
        where u.customer_id = c.id and u.side = 'credit' and u.allocated_pence < u.amount_pence), 0)::bigint as unused
    from customers c left join party_items i on i.customer_id = c.id and i.side = 'debit' and i.allocated_pence < i.amount_pence
      and coalesce(i.due_on, i.business_date) < ${today}
      left join party_items o on o.id = coalesce(i.origin_item_id, i.id)
    where c.id = any(${ids}::bigint[]) and c.merged_into_id is null and c.erased_at is null
    group by c.id order by c.name, c.id`.execute(db);
  return rows.map(({ id, name, number, email, address, items, days, unused }) => ({
    id,
    name,
    email,
    letter: writeReminder({ on: today, to: { name, address, number }, items, unused }, days ?? 0),
    covered: items.length > 0 && unused >= sum(items.map(({ open }) => open)) ? unused : toPence(0),
  }));
}
