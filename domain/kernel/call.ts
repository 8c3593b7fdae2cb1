import * as z from 'zod';
import './plain-errors';
import type { Access } from './access';
import { idText } from './fields';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `/suppliers/{id}` has the parameters `{ id: number }`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: number } & PathParams<Rest>
  : unknown;

/**
 * One call of the API, said once: the server registers its route from it, the browser calls through it, and the
 * OpenAPI document, the permission matrix test and the visibility of buttons are made from it.
 */
export type Call<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  readonly method: Method;
  /** Below the base path `/api`; parameters in braces are row ids. */
  readonly path: Path;
  readonly summary: string;
  readonly access: Access;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** `'multipart'` bodies are read by the route itself; `'file'` replies are bytes; a `'stream'` goes on without end. */
  readonly bodyKind: 'json' | 'multipart';
  readonly replyKind: 'json' | 'file' | 'stream';
  /** Of a multipart body: its text fields, and the field that its files come in. */
  readonly form?: Form;
  /** A write commits at least one audit row unless it says `'none'` here. */
  readonly audit: 'required' | 'none';
  /** Of the calls for anybody signed in that change something: whether a cashier who came in by PIN may, too. */
  readonly forCashiers?: boolean;
  /** Where accounts themselves are kept, and where a session begins: no program goes there with a token. */
  readonly closedToTokens?: boolean;
  /** Requests a minute from one person (or address, when nobody is signed in). */
  readonly perMinute?: number;
};

export type Form = { readonly fields: z.ZodType; readonly files: string; readonly many: boolean };

export type AnyCall = Call;
export type QueryOf<C extends AnyCall> = z.output<C['query']>;
export type BodyOf<C extends AnyCall> = z.output<C['body']>;
export type ReplyOf<C extends AnyCall> = z.output<C['reply']>;

/** What callers may leave out because the contract has a default for it. */
export type QuerySent<C extends AnyCall> = z.input<C['query']>;
export type BodySent<C extends AnyCall> = z.input<C['body']>;

/** No query, no body, or no reply worth reading. */
export const nothing = z.strictObject({});
export const done = z.object({ message: z.string() });

type Terms<Query, Body, Reply> = {
  summary: string;
  access: Access;
  query?: Query;
  body?: Body;
  reply: Reply;
  bodyKind?: 'multipart';
  form?: Form;
  replyKind?: 'file' | 'stream';
  audit?: 'none';
  forCashiers?: boolean;
  closedToTokens?: boolean;
  perMinute?: number;
};

export function call<
  const Path extends string,
  Reply extends z.ZodType,
  Query extends z.ZodType = typeof nothing,
  Body extends z.ZodType = typeof nothing,
>(method: Method, path: Path, terms: Terms<Query, Body, Reply>): Call<Path, Query, Body, Reply> {
  return {
    method,
    path,
    summary: terms.summary,
    access: terms.access,
    query: (terms.query ?? nothing) as Query,
    body: (terms.body ?? nothing) as Body,
    reply: terms.reply,
    bodyKind: terms.bodyKind ?? 'json',
    replyKind: terms.replyKind ?? 'json',
    audit: terms.audit ?? 'required',
    ...(terms.form === undefined ? {} : { form: terms.form }),
    ...(terms.forCashiers === undefined ? {} : { forCashiers: terms.forCashiers }),
    ...(terms.closedToTokens === undefined ? {} : { closedToTokens: terms.closedToTokens }),
    ...(terms.perMinute === undefined ? {} : { perMinute: terms.perMinute }),
  };
}

/** Calls of accounts and sessions, each of which no token opens. */
export const closedToTokens = <const Calls extends Record<string, object>>(calls: Calls): Calls =>
  Object.fromEntries(
    Object.entries(calls).map(([name, one]) => [name, { ...one, closedToTokens: true }]),
  ) as unknown as Calls;

/** The names in braces of a path, in order. */
export const pathParamNames = (path: string): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), match => match[1] ?? '');

/** The schema of a path's parameters. */
export const pathParams = (path: string) =>
  z.strictObject(Object.fromEntries(pathParamNames(path).map(name => [name, idText])));

/** `/suppliers/{id}` and `{ id: 7 }` → `/suppliers/7`. */
export const fillPath = (path: string, params: Readonly<Record<string, number>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
