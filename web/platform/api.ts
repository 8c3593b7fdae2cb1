import * as z from 'zod';
import type { AnyCall, PathParams, ReplyOf } from '#domain/kernel/call';
import type { ErrorCode } from '#domain/kernel/error-codes';
import { ApiError } from './api-error';
import { confirmIdentity } from './confirm-identity';
import { type CallArguments, fetchCall } from './fetch-call';
import { readWholeFile } from './read-whole-file';
import { handleRefusal } from './refusals';
import { token } from './token';

export { newIdempotencyKey } from './fetch-call';

/** Makes a call and returns its decoded reply. Failures throw ApiError and are reported as section 8 says. */
export async function request<C extends AnyCall>(
  call: C,
  ...[parameters]: CallParameters<C>
): Promise<ReplyOf<C>> {
  const response = await fetchAndReport(call, parameters);
  return z.decode(call.reply, await response.json()) as ReplyOf<C>;
}

/** Makes a call whose reply is a file, and returns its bytes. */
export async function requestFile<C extends AnyCall>(
  call: C,
  ...[parameters]: CallParameters<C>
): Promise<Blob> {
  const response = await fetchAndReport(call, parameters, { isFile: true });
  try {
    return await readWholeFile(response);
  } catch {
    throw cutOff(parameters);
  }
}

/** Reports that a file did not arrive whole. */
export function cutOff(parameters: { readonly shownInPlace?: boolean } | undefined): ApiError {
  const error = new ApiError(0, { message: 'The download was cut off, so no file was saved. Try again.' });
  handleRefusal(error, { sentToken: null, shownInPlace: parameters?.shownInPlace ?? false });
  return error;
}

export type CallParameters<C extends AnyCall> =
  unknown extends PathParams<C['path']> ? [asked?: CallArguments<C>] : [asked: CallArguments<C>];

export const needsConfirmation = (error: unknown): boolean =>
  error instanceof ApiError && error.code === ('confirmation_required' satisfies ErrorCode);

/** Makes a call and reports a failure. Files and their parts are read by others. */
export async function fetchAndReport<C extends AnyCall>(
  call: C,
  parameters: CallArguments<C> | undefined,
  reply: { readonly isFile?: true } = {},
): Promise<Response> {
  const sentToken = token.read();
  try {
    return await fetchCall(call, parameters, sentToken, reply);
  } catch (error) {
    if (needsConfirmation(error) && !parameters?.signal?.aborted) {
      if (await confirmIdentity()) return fetchAndReport(call, parameters, reply);
      // The user has decided so; the screen says what was not done.
      throw error;
    }
    if (error instanceof ApiError && !parameters?.signal?.aborted)
      handleRefusal(error, {
        sentToken,
        shownInPlace: parameters?.shownInPlace ?? false,
        isBackground: parameters?.isBackground,
      });
    throw error;
  }
}
