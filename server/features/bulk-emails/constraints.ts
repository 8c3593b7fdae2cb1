import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraint violations about bulk emails. */
export const bulkEmailConstraints: ConstraintWords = {
  bulk_email_rows_wait_once:
    'Some of these are being emailed by another bulk email now. Wait until it is done, then preview again.',
};
