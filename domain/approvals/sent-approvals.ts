import * as z from 'zod';

/** Generated on the device with the basket and kept by its document. */
export const clientId = z.uuid('Send an ID generated for this sale.');

/** Approvals by PIN, each for one change. */
export const approvals = z.array(z.uuid()).max(50).default([]);
