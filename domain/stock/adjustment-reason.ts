import * as z from 'zod';

/** Why stock was adjusted. */
export const adjustmentReason = z.enum(
  ['damaged', 'lost', 'expired', 'own_use', 'found', 'correction', 'write_down'],
  'Choose a reason.',
);
export type AdjustmentReason = z.infer<typeof adjustmentReason>;

/** The words people read. */
export const adjustmentReasonNames: Readonly<Record<AdjustmentReason, string>> = {
  damaged: 'Damaged',
  lost: 'Lost or stolen',
  expired: 'Expired',
  own_use: 'Own use',
  found: 'Found',
  correction: 'Correction',
  write_down: 'Write-down of value',
};

/** Which way a reason moves stock; a correction goes either way, a write-down changes the value alone (rule I13). */
export const adjustmentWay: Readonly<Record<AdjustmentReason, 'out' | 'in' | 'either' | 'value'>> = {
  damaged: 'out',
  lost: 'out',
  expired: 'out',
  own_use: 'out',
  found: 'in',
  correction: 'either',
  write_down: 'value',
};

/** Whether stock is written off, or put right: each has a limit of its own above which a second person approves. */
export const isWriteOff = (reason: AdjustmentReason): boolean =>
  reason !== 'found' && reason !== 'correction';
