import * as z from 'zod';
import { calendarDate, enteredDate, instant } from '../kernel/dates';
import { id, requiredText } from '../kernel/fields';

/** The proof of export HMRC accepts (rule V28). */
export const evidenceKind = z.enum(
  [
    'airway_bill',
    'bill_of_lading',
    'certificate_of_posting',
    'courier_record',
    'customs_declaration',
    'other',
  ],
  'Choose a kind of evidence.',
);
export type EvidenceKind = z.infer<typeof evidenceKind>;
export const evidenceKindNames: Readonly<Record<EvidenceKind, string>> = {
  airway_bill: 'Air waybill',
  bill_of_lading: 'Bill of lading',
  certificate_of_posting: 'Certificate of posting',
  courier_record: 'Courier or parcel record',
  customs_declaration: 'Customs declaration',
  other: 'Other',
};

export const exportEvidence = z.object({
  id,
  kind: evidenceKind,
  reference: z.string(),
  left_on: calendarDate,
  noted_by: z.string(),
  noted_at: instant,
});

export const exportEvidenceWrite = z.strictObject({
  kind: evidenceKind,
  /** Its number or location. */
  reference: requiredText('Reference', 200),
  left_on: enteredDate,
});

export type ExportEvidence = z.output<typeof exportEvidence>;
export type ExportEvidenceWrite = z.output<typeof exportEvidenceWrite>;
