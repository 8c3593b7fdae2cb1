import { type AnyCall, type BodySent, fillPath, type PathParams, type QuerySent } from '#domain/kernel/call';
import type { ErrorReply } from '#domain/kernel/error-codes';
import { ApiError } from './api-error';
import { requestTimeout } from './request-timeout';

/** The base path of all calls (C-01). */
const basePath = '/api';

export type CallArguments<C extends AnyCall> = (unknown extends PathParams<C['path']>
  ? { params?: never }
  : { params: PathParams<C['path']> }) & {
  query?: QuerySent<C>;
  body?: BodySent<C>;
  /** A form with files, instead of `body`: see `formToSend`. */
  form?: FormData;
  signal?: AbortSignal;
  /** One key per intention, so that repeating a form after a lost response has one effect. */
  idempotencyKey?: string;
  /** The screen shows the error in place, so no notification appears. */
  shownInPlace?: boolean;
  /** In milliseconds, for calls that take longer than usual, such as large files. */
  patience?: number;
  /** Of a stored file: only the rest of it, unless it has changed. */
  rest?: { readonly from: number; readonly tag: string };
  /** An automatic call, which does not extend the user's session. */
  isUnattended?: boolean;
  /** A short call that is still sent when the page is being left. */
  outlivesPage?: boolean;
  /** A call that no one asked for: its refusal is not announced. */
  isBackground?: boolean;
};

/**
 * Makes a call with this token. Workers use it too, so it knows neither the page nor its session. @throws ApiError for
 * every failure, except when the caller aborts.
 */
export async function fetchCall<C extends AnyCall>(
  call: C,
  parameters: CallArguments<C> | undefined,
  sentToken: string | null,
  { isFile = false }: { readonly isFile?: boolean } = {},
): Promise<Response> {
  const patience = parameters?.patience ?? requestTimeout;
  const headLimit = isFile ? new AbortController() : undefined;
  const timer = headLimit && setTimeout(() => headLimit.abort(), patience);
  try {
    const response = await fetch(addressOf(call, parameters), {
      method: call.method,
      credentials: 'include',
      headers: headersOf(call, parameters, sentToken),
      keepalive: parameters?.outlivesPage ?? false,
      body:
        parameters?.form ??
        (call.method === 'GET' || call.method === 'DELETE' ? null : JSON.stringify(parameters?.body ?? {})),
      signal: AbortSignal.any([
        headLimit?.signal ?? AbortSignal.timeout(patience),
        ...(parameters?.signal ? [parameters.signal] : []),
      ]),
    });
    // Whoever reads a file watches over it: on a slow line it takes longer than any reply should.
    clearTimeout(timer);
    if (response.ok) return response;
    throw new ApiError(response.status, await readRefusal(response));
  } catch (error) {
    if (parameters?.signal?.aborted || error instanceof ApiError) throw error;
    throw new ApiError(0, undefined);
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
    ...(parameters?.rest ? { range: `bytes=${parameters.rest.from}-`, 'if-range': parameters.rest.tag } : {}),
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
