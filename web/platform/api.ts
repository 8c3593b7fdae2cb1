import * as z from 'zod';
import {
  type AnyCall,
  type BodySent,
  fillPath,
  type PathParams,
  type QuerySent,
  type ReplyOf,
} from '#domain/kernel/call';
import type { ErrorReply } from '#domain/kernel/error-codes';
import { ApiError } from './api-error';
import { handleRefusal } from './refusals';
import { requestTimeout } from './request-timeout';
import { token } from './token';

/** The base path of all calls (C-01). */
const basePath = '/api';

type CallArguments<C extends AnyCall> = (unknown extends PathParams<C['path']>
  ? { params?: never }
  : { params: PathParams<C['path']> }) & {
  query?: QuerySent<C>;
  body?: BodySent<C>;
  /** A form with files, instead of `body`. */
  form?: FormData;
  signal?: AbortSignal;
  /** One key per intention, so that repeating a form after a lost response has one effect. */
  idempotencyKey?: string;
  /** The screen shows the error in place, so no notification appears. */
  shownInPlace?: boolean;
  /** In milliseconds, for calls that take longer than usual, such as large files. */
  patience?: number;
  /** An automatic call, which does not extend the user's session. */
  isUnattended?: boolean;
};

/** Makes a call and returns its decoded reply. Failures throw ApiError and are reported as section 8 says. */
export async function request<C extends AnyCall>(
  call: C,
  ...[parameters]: CallParameters<C>
): Promise<ReplyOf<C>> {
  const response = await fetchCall(call, parameters);
  return z.decode(call.reply, await response.json()) as ReplyOf<C>;
}

/** Makes a call whose reply is a file, and returns its bytes. */
export async function requestFile<C extends AnyCall>(
  call: C,
  ...[parameters]: CallParameters<C>
): Promise<Blob> {
  return (await fetchCall(call, parameters)).blob();
}

export type CallParameters<C extends AnyCall> =
  unknown extends PathParams<C['path']> ? [asked?: CallArguments<C>] : [asked: CallArguments<C>];

async function fetchCall<C extends AnyCall>(
  call: C,
  parameters: CallArguments<C> | undefined,
): Promise<Response> {
  const sent = token.read();
  try {
    const response = await fetch(addressOf(call, parameters), {
      method: call.method,
      credentials: 'include',
      headers: headersOf(call, parameters, sent),
      body:
        parameters?.form ??
        (call.method === 'GET' || call.method === 'DELETE' ? null : JSON.stringify(parameters?.body ?? {})),
      signal: AbortSignal.any([
        AbortSignal.timeout(parameters?.patience ?? requestTimeout),
        ...(parameters?.signal ? [parameters.signal] : []),
      ]),
    });
    if (response.ok) return response;
    throw new ApiError(response.status, await readRefusal(response));
  } catch (error) {
    if (parameters?.signal?.aborted) throw error;
    const failure = error instanceof ApiError ? error : new ApiError(0, undefined);
    handleRefusal(failure, { sentToken: sent, shownInPlace: parameters?.shownInPlace ?? false });
    throw failure;
  }
}

function addressOf<C extends AnyCall>(call: C, parameters: CallArguments<C> | undefined): string {
  const path = basePath + fillPath(call.path, parameters?.params ?? {});
  const entries = Object.entries((parameters?.query ?? {}) as Record<string, string | undefined>).filter(
    ([, value]) => value !== undefined,
  );
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries as [string, string][])}`;
}

function headersOf<C extends AnyCall>(
  call: C,
  parameters: CallArguments<C> | undefined,
  sent: string | null,
): Record<string, string> {
  return {
    accept: 'application/json',
    ...(sent ? { authorization: `Bearer ${sent}` } : {}),
    ...(parameters?.isUnattended ? { 'x-unattended': 'yes' } : {}),
    // The browser sets the content type of a form, with its boundary (C-02).
    ...(parameters?.form || call.method === 'GET' || call.method === 'DELETE'
      ? {}
      : { 'content-type': 'application/json' }),
    ...(call.method === 'POST'
      ? { 'idempotency-key': parameters?.idempotencyKey ?? newIdempotencyKey() }
      : {}),
  };
}

// crypto.randomUUID exists on https and localhost only; a shop's network may have neither.
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');

async function readRefusal(response: Response): Promise<Partial<ErrorReply> | undefined> {
  try {
    return (await response.json()) as Partial<ErrorReply>;
  } catch {
    return undefined;
  }
}
