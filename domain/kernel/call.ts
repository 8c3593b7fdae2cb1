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
 * One call of the API, defined once: the server registers its route from it, the browser calls through it, and the
 * OpenAPI document, the permission tests and the visibility of buttons derive from it.
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
  /** The route itself reads `'multipart'` bodies; `'file'` replies are bytes; a `'stream'` has no end. */
  readonly bodyKind: 'json' | 'multipart';
  readonly replyKind: 'json' | 'file' | 'stream';
  /** For a multipart body: its text fields, and the field of its files. */
  readonly form?: Form;
  /** A write commits at least one audit row unless this is `'none'`. */
  readonly audit: 'required' | 'none';
  /** For writes open to any signed-in user: whether a cashier signed in by PIN may make them too. */
  readonly forCashiers?: boolean;
  /** Whether a revoked till device may still make it, to hand in its unsent sales. */
  readonly forRevokedDevices?: boolean;
  /**
   * Whether users may make it who must first set their own password or set up two-factor sign-in: what they need for that,
   * and to sign out.
   */
  readonly forUnfinishedSignIns?: boolean;
  /** Calls of accounts and sessions, which API tokens cannot make. */
  readonly closedToTokens?: boolean;
  /**
   * Its file may also be made in the background, by the call that queues exports. A write, which then takes neither query
   * nor body, notes who wants the file, and makes it afterwards.
   */
  readonly inBackground?: boolean;
  /** Sensitive: its caller has signed in, or confirmed who they are, a few minutes ago at most (decision 127). */
  readonly needsConfirmation?: boolean;
  /** Requests per minute for one user (or address, when not signed in). */
  readonly perMinute?: number;
};

export type Form = { readonly fields: z.ZodType; readonly files: string; readonly many: boolean };

export type AnyCall = Call;
export type QueryOf<C extends AnyCall> = z.output<C['query']>;
export type BodyOf<C extends AnyCall> = z.output<C['body']>;
export type ReplyOf<C extends AnyCall> = z.output<C['reply']>;

/** The query as callers send it: fields with a default are optional. */
export type QuerySent<C extends AnyCall> = z.input<C['query']>;
export type BodySent<C extends AnyCall> = z.input<C['body']>;

/** For no query, no body, or an empty reply. */
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
  forRevokedDevices?: boolean;
  forUnfinishedSignIns?: boolean;
  closedToTokens?: boolean;
  inBackground?: boolean;
  needsConfirmation?: boolean;
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
    ...(terms.forRevokedDevices === undefined ? {} : { forRevokedDevices: terms.forRevokedDevices }),
    ...(terms.forUnfinishedSignIns === undefined ? {} : { forUnfinishedSignIns: terms.forUnfinishedSignIns }),
    ...(terms.closedToTokens === undefined ? {} : { closedToTokens: terms.closedToTokens }),
    ...(terms.inBackground === undefined ? {} : { inBackground: terms.inBackground }),
    ...(terms.needsConfirmation === undefined ? {} : { needsConfirmation: terms.needsConfirmation }),
    ...(terms.perMinute === undefined ? {} : { perMinute: terms.perMinute }),
  };
}

/** Closes calls of accounts and sessions to API tokens. */
export const closedToTokens = <const Calls extends Record<string, object>>(calls: Calls): Calls =>
  Object.fromEntries(
    Object.entries(calls).map(([name, one]) => [name, { ...one, closedToTokens: true }]),
  ) as unknown as Calls;

/** The parameter names of a path, in order. */
export const pathParamNames = (path: string): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), match => match[1] ?? '');

/** The schema of a path's parameters. */
export const pathParams = (path: string) =>
  z.strictObject(Object.fromEntries(pathParamNames(path).map(name => [name, idText])));

/** `/suppliers/{id}` and `{ id: 7 }` → `/suppliers/7`. */
export const fillPath = (path: string, params: Readonly<Record<string, number>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
