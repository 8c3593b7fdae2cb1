import type * as z from 'zod';
import type { bulkCalls, BulkListName } from '#domain/bulk-changes/bulk-change.contract';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { ReadContext, WriteContext } from '../../platform/http/context';

type BulkValue = string | number | boolean | null | readonly string[];
/** The values of a record that a bulk change can set, as the audit log names them. */
export type BulkValues = Readonly<Record<string, BulkValue>>;

export type BulkRecord = {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly values: BulkValues;
};

/** A record as found by a filter. */
export type FoundRecord = Pick<BulkRecord, 'id' | 'version'>;

/** How one list changes many of its records. The rest is the same for all lists (decision 108). */
export type BulkList<
  Query extends z.ZodType,
  Change extends z.ZodType,
  Row extends BulkRecord = BulkRecord,
> = {
  readonly name: BulkListName;
  readonly calls: ReturnType<typeof bulkCalls<string, Query, Change>>;
  /** All records of a filter, in order of id. 403 for a filter that the user may not use. */
  find(
    db: Reader,
    filter: z.output<Query>,
    context: Pick<ReadContext, 'actor' | 'now'>,
  ): Promise<FoundRecord[]>;
  load(db: Reader, ids: readonly number[]): Promise<Row[]>;
  /** The same, locked until the commit in order of id. */
  lock(tx: Tx, ids: readonly number[]): Promise<Row[]>;
  /** Why a user may not make this change, or undo it, although they may change the list; null if they may. */
  whyForbidden?(actor: Actor, change: unknown): string | null;
  /** 422 when the change names something that does not exist. */
  ensureValid?(tx: Tx, change: z.output<Change>): Promise<void>;
  /** One record in each transaction, when writing a record takes locks that come after those of the next one. */
  readonly oneAtATime?: true;
  /** Fields that give another its meaning: when one of them has changed, the other cannot be undone. */
  readonly meaning?: Readonly<Record<string, readonly string[]>>;
  /** The values after the change. */
  apply(row: Row, change: z.output<Change>): BulkValues;
  /** Why the record cannot have these values, without its name; null when it can. */
  refusal(row: Row, next: BulkValues, isUndo?: boolean): string | null;
  /** Why this user cannot make this change to the record, for the preview: the write checks it again. */
  whyNotBy?(ctx: WriteContext, row: Row, next: BulkValues): Promise<string | null>;
  /** Writes the values that differ, with an audit entry. */
  write(ctx: WriteContext, row: Row, next: BulkValues): Promise<void>;
  /** The change as facts of the audit log, or as pairs of label and words. */
  facts(change: z.output<Change>): Readonly<Record<string, unknown>>;
};

/** A list with its types erased, for the registry. Methods above, because their parameters are not compared strictly. */
export type AnyBulkList = BulkList<z.ZodType, z.ZodType>;
