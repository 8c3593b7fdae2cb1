import type { ReactNode } from 'react';
import type { AnyBulkEmailCalls, BulkEmailKind } from '#domain/bulk-emails/bulk-email.contract';
import type { CacheableCall } from '../../platform/reload';

/** The options of a bulk email, as sent. */
export type MailOptions = Readonly<Record<string, unknown>>;

/** What a list says about emailing many of its records; the rest is the same for all (decision 112). */
export type BulkEmailTerms = {
  readonly calls: AnyBulkEmailCalls;
  /** Refetched afterwards. */
  readonly list: CacheableCall;
  readonly kind: BulkEmailKind;
  /** What is sent, and how a list names its records, in lower case: invoice. */
  readonly one: string;
  /** The label of the button over the list, and the title of the dialog. */
  readonly action: string;
  /** The column of a record's name. */
  readonly nameHeader: string;
  /** What happened to those that are skipped because it was recent; “emailed” if not given, null if none can be skipped. */
  readonly recently?: string | null;
  readonly recordAddress: RecordAddress;
  /** The options to begin with; without any, what was emailed recently is skipped. */
  readonly options?: MailOptions;
  /** Fields for options of its own. */
  readonly renderOptions?: (
    options: MailOptions,
    change: (changed: MailOptions) => void,
    errors: Readonly<Record<string, string>>,
  ) => ReactNode;
};

export type RecordAddress =
  | '/sales/invoices/$id'
  | '/sales/quotes/$id'
  | '/customers/view/$id'
  | '/wallet/customer/$id'
  | '/purchases/$id'
  | '/employees/$id';
