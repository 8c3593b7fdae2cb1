import * as z from 'zod';

/** Why stock was adjusted. */
export const adjustmentReason = z.enum(
  ['damaged', 'lost', 'expired', 'own_use', 'found', 'correction', 'write_down'],
  'Choose a reason.',
);
export type AdjustmentReason = z.infer<typeof adjustmentReason>;

/** The names shown to users. */
export const adjustmentReasonNames: Readonly<Record<AdjustmentReason, string>> = {
  damaged: 'Damaged',
  lost: 'Lost or stolen',
  expired: 'Expired',
  own_use: 'Own use',
  found: 'Found',
  correction: 'Correction',
  write_down: 'Write-down of value',
};

/**
 * The direction a reason moves stock: a correction goes either way, a write-down changes only the value (rule
 * I13).
 */
export const adjustmentDirection: Readonly<Record<AdjustmentReason, 'out' | 'in' | 'either' | 'value'>> = {
  damaged: 'out',
  lost: 'out',
  expired: 'out',
  own_use: 'out',
  found: 'in',
  correction: 'either',
  write_down: 'value',
};

/** Whether stock is written off or corrected: each has its own limit above which a second person approves. */
export const isWriteOff = (reason: AdjustmentReason): boolean =>
  reason !== 'found' && reason !== 'correction';
