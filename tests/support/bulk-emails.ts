import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  type AnyBulkEmailCalls,
  type BulkEmailDetail,
  type BulkEmailPreview,
  bulkEmails,
} from '#domain/bulk-emails/bulk-email.contract';
import { administratorRole } from '#domain/kernel/role-name';
import { emailNext } from '../../server/features/bulk-emails/work-on-bulk-email';
import { textOfPdf } from './pdf-text';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from './shop';
import { type Delivery, type SmtpSink, startSmtpSink } from './smtp-sink';
import { type Caller, startTestApp, startTestJobs, type TestApp } from './test-app';

type Words = Readonly<Record<string, unknown>>;

/** Who would get an email. */
export async function previewOf(
  { call }: Caller,
  calls: AnyBulkEmailCalls,
  filter: Words,
  options: Words = {},
): Promise<BulkEmailPreview> {
  const { status, reply, refusal } = await call(calls.preview, { body: { filter, options } });
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return reply;
}

/** The body that confirms a preview, with its own texts unless others are given. */
export async function confirmed(
  caller: Caller,
  calls: AnyBulkEmailCalls,
  filter: Words,
  options: Words = {},
  texts: Words = {},
) {
  const { hash, template } = await previewOf(caller, calls, filter, options);
  return { filter, options, ...template, ...texts, hash };
}

/** Starts a bulk email as previewed. */
export async function startBulkEmail(
  caller: Caller,
  calls: AnyBulkEmailCalls,
  ...asked: [filter: Words, options?: Words, texts?: Words]
): Promise<BulkEmailDetail> {
  const body = await confirmed(caller, calls, ...asked);
  const { status, reply, refusal } = await caller.call(calls.start, { body });
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return reply;
}

/** The text of the PDF attached to a message. */
export function attachedText({ content }: Delivery): Promise<string> {
  const part = content.split(/--[-_=\w]+\r?\n/).find(piece => piece.includes('application/pdf')) ?? '';
  return textOfPdf(Buffer.from(part.split(/\r?\n\r?\n/)[1] ?? '', 'base64'));
}

/** An application whose jobs the test runs itself, with a mail server and invoices to email. */
export function useMailRoom() {
  let app: TestApp;
  let sink: SmtpSink;
  let seller: Caller;
  let clerk: Caller & { userId: number };
  let till: number;
  let product: number;
  beforeAll(async () => {
    sink = await startSmtpSink();
    app = await startTestApp({ smtpUrl: sink.url });
    await app.as(administratorRole);
    seller = await app.as('view_pos', 'create_sale', 'sell_on_account', 'void_sale');
    clerk = await app.as('view_sale', 'create_email');
    till = await openTill(app.db);
    product = await stockedProduct(app.db, { name: 'Blue mug', pieces: '1000' });
  });
  afterAll(async () => {
    await app.close();
    await sink.close();
  });
  const { sold } = shopFloor(() => ({ app, seller, till }));

  /** A customer and an invoice to them for £2.40. */
  async function invoiceTo(name: string, email: string | null) {
    const customer = await customerWithCredit(app.db, 100_000, name);
    await sql`update customers set email = ${email}, billing_address = '2 Quay Street' where id = ${customer}`.execute(
      app.db,
    );
    const tenders = [{ method: 'account' as const, tendered: '2.40' }];
    const sale = await sold([{ product_id: product, quantity: '1' }], 240, {
      customer_id: customer,
      tenders,
    });
    return { customer, sale };
  }

  const parts = (clock = () => new Date()) => ({
    db: app.runtimeDb,
    files: app.files,
    clock,
    log: { error: () => undefined },
  });

  return {
    app: () => app,
    seller: () => seller,
    /** May email invoices. */
    clerk: () => clerk,
    parts,
    invoiceTo,
    /** Invoices to as many customers as there are addresses, and the filter that finds them. */
    invoicesTo: async (word: string, ...emails: (string | null)[]) => {
      const made = [];
      for (const [index, email] of emails.entries())
        made.push(await invoiceTo(`${word} ${index + 1}`, email));
      return { made, filter: { search: word.toLowerCase() } };
    },
    emailNow: async (id: number) => (await clerk.call(bulkEmails.get, { params: { id } })).reply,
    recordsOf: async (id: number) =>
      (await clerk.call(bulkEmails.records, { params: { id }, query: { per_page: '1000' } })).reply.data,
    /** How many emails were queued to each address of a domain. */
    queuedTo: async (word: string) =>
      (
        await sql<{ to_address: string; count: number }>`
          select to_address, count(*)::integer as count from emails where to_address like ${`%@${word}.example`}
          group by to_address order by to_address`.execute(app.db)
      ).rows,
    /** Emails all records of a bulk email, as its job does. */
    workOff: async (id: number) => {
      while (await emailNext(parts(), id));
    },
    /** Runs the jobs that wait, mail included, until as many messages to this domain were received. */
    deliver: async (word: string, count: number) => {
      const jobs = await startTestJobs(
        app.runtime,
        { db: app.runtimeDb, files: app.files, clock: () => new Date(), log: pino({ level: 'silent' }) },
        { smtpUrl: sink.url },
      );
      const received = () => sink.delivered.filter(({ to }) => to[0]?.endsWith(`@${word}.example`));
      await expect.poll(() => received().length, { timeout: 60_000 }).toBe(count);
      await jobs.stop();
      return received();
    },
  };
}
