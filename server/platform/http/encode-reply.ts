import * as z from 'zod';
import type { AnyCall } from '#domain/kernel/call';

/**
 * Encodes a reply by its contract. One that does not match is a bug of ours, so it must not be reported as a refusal of
 * the request.
 */
export function encodeReply(call: AnyCall, reply: unknown): unknown {
  const encoded = z.safeEncode(call.reply, reply);
  if (encoded.success) return encoded.data;
  throw new Error(`The reply of ${call.method} ${call.path} does not fit its contract`, {
    cause: encoded.error,
  });
}
