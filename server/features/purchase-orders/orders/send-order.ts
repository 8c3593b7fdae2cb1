import { sql } from 'kysely';
import type { EmailValues } from '#domain/emails/document-emails';
import type { MailDraft } from '#domain/emails/document-mail';
import type { BodyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { type RuleResult, yes } from '#domain/kernel/rule-result';
import type { purchases } from '#domain/purchase-orders/purchase-order.contract';
import {
  canSend,
  needsApproval,
  type PurchasingSettings,
  type SendState,
} from '#domain/purchase-orders/purchase-order.rules';
import { writeAudits } from '../../../kernel/audit';
import { findCompany } from '../../../kernel/company';
import {
  type ComposedMail,
  draftOf,
  type EmailState,
  ensureCanWriteToAll,
  fillIn,
  findWording,
  type MailTexts,
  type OnAccepted,
  queueEmail,
  storeDocument,
  type StoredDocument,
  writeDocumentMail,
} from '../../../kernel/outbox';
import type { Reader, Tx } from '../../../platform/database/open-database';
import { anonymousActor, type WriteContext } from '../../../platform/http/context';
import type { BeforeWrite } from '../../../platform/http/route';
import { conflict, ensure, ensureFound } from '../../../platform/http/refusal';
import { drawOrderDocument } from './order-document';
import { findPurchasingSettings } from '../purchasing-settings';
import { findOrder, lockOrder, stateOf, type StoredOrder } from './stored-order';

type SendBody = BodyOf<typeof purchases.send>;
export type PreparedMail = SendBody & {
  readonly document: StoredDocument;
  readonly composed: ComposedMail;
  /** Of the order as drawn. */
  readonly version: number;
};

/**
 * Creates the PDF and stores the document before any lock is taken. Without `texts` the email has the company's wording.
 * Refuses early if the order cannot be sent.
 */
export async function prepareOrderMail(
  read: BeforeWrite,
  id: number,
  body: SendBody,
  texts?: MailTexts,
): Promise<PreparedMail> {
  // Its version is read first: whatever changes while the document is drawn makes it a later one.
  const order = ensureFound(await findOrder(read.db, id), 'Purchase order');
  ensureCanWriteToAll(read.actor, body, order.supplier_email, 'supplier');
  ensureSendable(order, await findPurchasingSettings(read.db));
  const document = await storeDocument(read.files, await drawOrderDocument(read.db, id, read.now));
  const { mail: composed } = await composeOrder(read.db, order, texts);
  return { ...body, composed, document, version: order.version };
}

/** Queues the email. The order stays a draft until the mail server has accepted it. */
export async function queueOrderMail(
  ctx: WriteContext,
  id: number,
  mail: PreparedMail,
): Promise<{ email_id: number }> {
  const order = await lockOrder(ctx.tx, id);
  ensureSendable(order, await findPurchasingSettings(ctx.tx));
  if (mail.version !== order.version)
    throw conflict('The order was changed while its email was being prepared. Check it and send it again.');
  const email_id = await queueEmail(ctx, {
    purpose: orderMailPurpose,
    to: mail.email,
    ...writeDocumentMail(mail.composed, mail),
    about: { type: 'supplier', id: order.supplier_id, name: order.supplier_name },
    purchaseOrder: { id, version: order.version },
    attachments: [mail.document],
  });
  return { email_id };
}

/** The email text, with the values of its placeholders filled in. */
export async function composeOrder(
  db: Reader,
  order: StoredOrder,
  texts?: MailTexts,
): Promise<{ readonly values: EmailValues<'order'>; readonly mail: ComposedMail }> {
  const company = await findCompany(db);
  const values = {
    number: nameOf(order),
    supplier: order.supplier_name,
    date: formatDate(order.order_date),
    expected_delivery: order.expected_delivery_date ? formatDate(order.expected_delivery_date) : '',
    total: formatPounds(order.total),
    company: company.name,
  };
  const { subject, message } = fillIn(texts ?? (await findWording(db, 'order')), values);
  const mail = {
    subject,
    message: [message, ...replaced(order)].join('\n\n'),
    rest: [
      {
        facts: [
          ['Order', values.number],
          ['Expected delivery', values.expected_delivery || null],
          ['Total', values.total],
        ] as const,
      },
      [company.name, ...company.lines].join('\n'),
    ],
  };
  return { values, mail };
}

/** Previews the email for the user about to send it. 404 when there is no such order. */
export async function draftOrderMail(db: Reader, id: number): Promise<MailDraft> {
  const order = ensureFound(await findOrder(db, id), 'Purchase order');
  const { mail } = await composeOrder(db, order);
  return draftOf(mail, { email: order.supplier_email, fileName: `${order.po_number}.pdf` });
}

const nameOf = ({ po_number, revision }: StoredOrder): string =>
  revision > 1 ? `${po_number}, revision ${revision}` : po_number;
/** What the supplier has to know of a revision. */
export const replaced = ({ status, revision }: StoredOrder): string[] =>
  revision > 1 && status !== 'draft' ? ['It replaces the order we sent you before.'] : [];

const ensureSendable = (order: StoredOrder, settings: PurchasingSettings): void =>
  ensure(canEmail(stateOf(order), settings));

/** A draft that can be sent, or an order that was sent, whose revision can. */
export const canEmail = (order: SendState, settings: PurchasingSettings): RuleResult =>
  order.status === 'sent' || order.status === 'received' ? yes : canSend(order, settings);

export const orderMailPurpose = 'purchase-order';

/**
 * The mail server has accepted the email, so the draft is now sent, as long as it is still what the supplier got. Nothing
 * else may mark it so (features 2.7).
 */
export const orderMailAccepted: OnAccepted = async (
  tx,
  { to, purchaseOrderId, purchaseOrderVersion, now },
) => {
  if (purchaseOrderId === null) return;
  await sql`select from purchase_orders where id = ${purchaseOrderId} for update`.execute(tx);
  const order = await findOrder(tx, purchaseOrderId);
  if (order?.status !== 'draft') return;
  const reason = await changeSinceEmailed(tx, order, purchaseOrderVersion);
  if (reason === null)
    await sql`
      update purchase_orders set status = 'sent', sent_at = ${now}, approval_asked_by = null, approval_asked_at = null,
        version = version + 1, updated_at = ${now}
      where id = ${purchaseOrderId}`.execute(tx);
  await writeAudits(tx, { actor: anonymousActor, now, requestId: '', address: '' }, [
    {
      action: reason === null ? 'sent' : 'mail_sent_before_change',
      recordType: 'purchase_order',
      recordId: purchaseOrderId,
      recordName: order.po_number,
      before: { status: 'draft' },
      after: {
        status: reason === null ? 'sent' : 'draft',
        how: `Email to ${to}`,
        ...(reason === null ? {} : { reason }),
      },
      actor: { id: null, name: 'Counterfoil' },
    },
  ]);
};

/** Why the draft is not what the supplier got; null if it is. A change may also need an approval first (rule P15). */
async function changeSinceEmailed(
  tx: Tx,
  order: StoredOrder,
  emailedVersion: number | null,
): Promise<string | null> {
  if (needsApproval(stateOf(order), await findPurchasingSettings(tx)))
    return 'The order was changed after it was emailed and now needs approval.';
  // An email queued before versions were stored has none.
  if (emailedVersion === null || emailedVersion === order.version) return null;
  return 'The order was changed after it was emailed. Send it again.';
}

/** The message shown once the first attempt is over, or after ten seconds. */
export function orderEmailReply(email: EmailState | undefined): { success: boolean; message: string } {
  if (!email) return { success: false, message: 'The email was removed before it was sent.' };
  const { to_address: to, status } = email;
  const reason = email.last_error ?? '';
  if (email.has_reached_first) return { success: true, message: `Order sent to ${to}. ${reason}`.trim() };
  if (status === 'failed')
    return { success: false, message: `The order was not sent to ${to}. ${reason}`.trim() };
  if (status === 'unconfirmed') return { success: false, message: reason };
  return {
    success: true,
    message:
      `The order to ${to} could not be delivered yet. Delivery is being retried, and the order is marked as sent once it succeeds. ${reason}`.trim(),
  };
}
