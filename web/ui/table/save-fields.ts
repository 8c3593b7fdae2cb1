import * as z from 'zod';
import type { AnyCall, BodySent, ReplyOf } from '#domain/kernel/call';
import { request } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import type { CacheableCall } from '../../platform/reload';

export type NamedRow = { readonly id: number; readonly name: string };
export type TextValues = Readonly<Record<string, string>>;

/** A field as it is edited in a cell. */
export type CellField<Row> = {
  readonly label: string | ((row: Row) => string);
  readonly kind?: 'email' | 'tel' | 'figure';
  readonly maxLength?: number;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
};

export type EditCall = AnyCall & { readonly path: `${string}/{id}` };

/**
 * How some fields of a record are edited in a list: by the same call as in its form, which takes the whole record, so
 * that rules, messages and the audit log are the same (decision 111).
 */
export type EditTerms<Row, C extends EditCall, Values> = {
  readonly call: C;
  /** The list to refetch, with everything below its path. */
  readonly list: CacheableCall;
  readonly fields: Readonly<Partial<Record<keyof Row & keyof Values & string, CellField<Row>>>>;
  /** The whole record, which is read if the row has only a part of it. */
  readonly recordOf: (row: Row) => ReplyOf<C> | Promise<ReplyOf<C>>;
  /** The form values of a record. */
  readonly valuesOf: (record: ReplyOf<C>) => Values;
  /** The form values of the fields, as the row shows them. */
  readonly shown: (row: Row) => Partial<Values>;
  readonly bodyOf: (values: Values) => BodySent<C>;
};

/** Writes the former values back, unless the record has been changed since. */
export type Undo = () => Promise<'undone' | 'overtaken'>;

export type SaveResult<Saved = unknown> =
  /** Without undo if it is not certain that this edit saved it. */
  | { readonly is: 'saved'; readonly undo: Undo | null }
  /** Another user has changed these fields of the record. */
  | {
      readonly is: 'overtaken';
      readonly fields: readonly string[];
      readonly values: TextValues;
      readonly record: Saved;
    }
  | { readonly is: 'refused'; readonly errors: Readonly<Record<string, string>> };

/** How often a record may be changed by others while it is being saved. */
const maxAttempts = 3;

/**
 * Saves the typed fields of a record and leaves its other fields as they are now. A field that another user has changed
 * since it was shown (`base`) is not overwritten.
 */
export async function saveFields<Row, C extends EditCall, Values>(
  terms: EditTerms<Row, C, Values>,
  id: number,
  began: ReplyOf<C>,
  base: TextValues,
  typed: TextValues,
): Promise<SaveResult<ReplyOf<C>>> {
  let record = began;
  for (let attempt = 1; ; attempt += 1) {
    const now = terms.valuesOf(record);
    const current = now as Readonly<Record<string, unknown>>;
    const fields = Object.keys(typed).filter(
      field => current[field] !== base[field] && current[field] !== typed[field],
    );
    if (fields.length > 0)
      return { is: 'overtaken', fields, values: textsOf(current, Object.keys(base)), record };
    // An earlier attempt may have arrived although its answer was lost.
    if (Object.keys(typed).every(field => current[field] === typed[field]))
      return { is: 'saved', undo: null };
    const body = terms.bodyOf({ ...now, ...typed });
    const { error } = terms.call.body.safeParse(body);
    if (error) return { is: 'refused', errors: firstMessages(error) };
    try {
      const saved = await send(terms.call, id, body);
      const former = textsOf(current, Object.keys(typed));
      return { is: 'saved', undo: () => putBack(terms, id, saved, former) };
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.status === 422)
        return { is: 'refused', errors: mapped(failure.errors, ([message = '']) => message) };
      if (failure.current === undefined || attempt === maxAttempts) throw failure;
      record = decoded(terms.call, failure.current);
    }
  }
}

async function putBack<Row, C extends EditCall, Values>(
  { call, valuesOf, bodyOf }: EditTerms<Row, C, Values>,
  id: number,
  saved: ReplyOf<C>,
  former: TextValues,
): Promise<'undone' | 'overtaken'> {
  try {
    await send(call, id, bodyOf({ ...valuesOf(saved), ...former }));
    return 'undone';
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.current === undefined) throw failure;
    // An earlier attempt may have arrived although its answer was lost.
    const now = valuesOf(decoded(call, failure.current)) as Readonly<Record<string, unknown>>;
    return Object.keys(former).every(field => now[field] === former[field]) ? 'undone' : 'overtaken';
  }
}

const send = async <C extends EditCall>(call: C, id: number, body: BodySent<C>): Promise<ReplyOf<C>> =>
  (await request<EditCall>(call, { params: { id }, body, shownInPlace: true })) as ReplyOf<C>;

const decoded = <C extends EditCall>(call: C, current: unknown) =>
  z.decode(call.reply, current) as ReplyOf<C>;

const textsOf = (values: Readonly<Record<string, unknown>>, fields: readonly string[]): TextValues =>
  Object.fromEntries(fields.map(field => [field, String(values[field])]));

function firstMessages({ issues }: z.core.$ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) messages[String(path[0])] ??= message;
  return messages;
}

const mapped = <From, To>(values: Readonly<Record<string, From>>, to: (value: From) => To) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
