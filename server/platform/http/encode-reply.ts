import * as z from 'zod';
import type { AnyCall } from '#domain/kernel/call';

/**
 * A reply in the terms of its contract. One that does not fit is our mistake, never the sender's: it must not be told
 * as a refusal of what was sent.
 */
export function encodeReply(call: AnyCall, reply: unknown): unknown {
  const encoded = z.safeEncode(call.reply, reply);
  if (encoded.success) return encoded.data;
  throw new Error(`The reply of ${call.method} ${call.path} does not fit its contract`, {
    cause: encoded.error,
  });
}
