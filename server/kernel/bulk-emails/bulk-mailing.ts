import type * as z from 'zod';
import type {
  bulkEmailCalls,
  BulkEmailKind,
  BulkEmailPreview,
} from '#domain/bulk-emails/bulk-email.contract';
import type { DocumentEmail } from '#domain/emails/document-emails';
import type { Reader } from '../../platform/database/open-database';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import type { BeforeWrite } from '../../platform/http/route';
import type { MailTexts } from '../outbox';

/** A record that may be emailed to its own address. */
export type MailRecord = {
  readonly id: number;
  /** Its name on the list, such as an invoice number. */
  readonly name: string;
  readonly recipient: string;
  readonly email: string | null;
  /** When it was last put into the outbox. */
  readonly lastSentAt: Date | null;
  /** Why it is left out, without any name; null if it can be emailed. */
  readonly refusal: string | null;
};

/** What every kind of bulk email can be told. */
export type MailOptions = { readonly skip_recent: boolean };

type Looking = Pick<ReadContext, 'actor' | 'now'>;

/** How one kind of record is emailed in bulk. The rest is the same for all kinds (decision 112). */
export type BulkMailing<Query extends z.ZodType, Options extends z.ZodType<MailOptions>, Prepared> = {
  readonly kind: BulkEmailKind;
  readonly calls: ReturnType<typeof bulkEmailCalls<string, Query, Options>>;
  /** The email whose wording it has, unless other texts are entered; null without any. */
  readonly wording: DocumentEmail | null;
  /** Why what was sent recently is left out, if that is not only by email. */
  readonly recently?: string;
  /** The ids of all records of a filter, in order. 403 for a filter that the user may not use. */
  find(db: Reader, filter: z.output<Query>, looking: Looking): Promise<number[]>;
  load(
    db: Reader,
    ids: readonly number[],
    options: z.output<Options>,
    looking: Pick<Looking, 'now'>,
  ): Promise<MailRecord[]>;
  /** What the email of a record consists of besides its texts. */
  example(
    db: Reader,
    id: number,
    options: z.output<Options>,
    looking: Looking,
  ): Promise<Omit<NonNullable<BulkEmailPreview['example']>, 'email'>>;
  /** Draws the document before the transaction, and fills in the texts, as for one email. */
  prepare(
    before: BeforeWrite,
    record: { readonly id: number; readonly email: string },
    mail: MailTexts & { readonly options: z.output<Options> },
  ): Promise<Prepared>;
  /** Queues the email with the use case that sends a single one. */
  queue(ctx: WriteContext, prepared: Prepared): Promise<{ readonly email_id: number }>;
};

/** A mailing with its types erased, for the registry. Methods above, because their parameters are not compared strictly. */
export type AnyBulkMailing = BulkMailing<z.ZodType, z.ZodType<MailOptions>, unknown>;
