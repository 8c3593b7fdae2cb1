import * as z from 'zod';
import { instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { clientId } from '../approvals/sent-approvals';

/** A sale of 500 lines with long notes takes less. */
const maxLength = 900_000;

/** A paid sale that only the server can open (decision 121). */
export const sealedSaleWrite = z.strictObject({
  client_id: clientId,
  sealed: z
    .string('Send the sealed sale.')
    .max(maxLength, 'Send one sealed sale.')
    .regex(/^[\w.-]+$/, 'Send the sealed sale as the till made it.'),
  /** The till's clock when sending. */
  sent_at: instant.optional(),
});

/** No more than its number: its sender need not be allowed to read the sale. */
export const recordedSealedSale = z.object({
  sale: z.object({ id, number: z.string() }).nullable(),
  /** Why it could not be posted yet. It is on the server and listed for a manager. */
  kept: z.string().nullable(),
});
