import type { AnyBulkCalls } from '#domain/bulk-changes/bulk-change.contract';
import type { Access } from '#domain/kernel/access';
import type { AnyCall } from '#domain/kernel/call';
import { statusOptions } from '../../ui/filters/status-options';
import type { CacheableCall } from '../../platform/reload';

/** A field of the dialog. Its text is blank while the value does not change. */
export type BulkField = {
  /** As in the change of the contract. */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  /** A select of these; otherwise a text field. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly unit?: string;
  readonly required?: true;
  /** What the field needs besides the permission to change the list. */
  readonly needs?: Access;
  /** The value that the API takes. */
  readonly toSent?: (text: string) => unknown;
};

/** An act on many records, such as an approval: what is sent besides the fields, and its words for so many records. */
type Act = {
  readonly sent: Readonly<Record<string, unknown>>;
  readonly words: (count: string) => string;
};

/** What a list says about its bulk changes; the rest is the same for all lists (decision 108). */
export type BulkTerms = {
  readonly calls: AnyBulkCalls;
  /** Refetched afterwards. */
  readonly list: CacheableCall;
  readonly exported: { readonly call: AnyCall & { path: `/${string}/export` }; readonly fileName: string };
  /** One record, and many, in lower case: product, products. */
  readonly one: string;
  readonly many: string;
  readonly fields: readonly BulkField[];
  /** Otherwise the fields change values, and a blank one keeps its own. */
  readonly act?: Act;
};

/** The one field of lists whose records are only activated or deactivated at once. */
export const statusField: BulkField = { name: 'status', label: 'Status', options: statusOptions };

/** The value of an option that clears the field. */
export const clears = 'none';
export const idOrNull = (text: string) => (text === clears ? null : Number(text));
export const textOrNull = (text: string) => (/^(?:none|-|—)$/i.test(text.trim()) ? null : text.trim());
