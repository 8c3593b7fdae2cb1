import { notStored, type Row } from './money-document';

/** Where the fields of a refund are shown; `under` is where they are in the body. */
export const refundRows = (reading: string, stored: string, under = ''): Record<string, Row> =>
  Object.fromEntries(
    Object.entries({
      client_id: [`${reading}.credit_notes.0.client_id`],
      session_id: [`${stored}.session_id`],
      reason: [`${reading}.credit_notes.0.reason`],
      'lines.line_number': [`${reading}.credit_notes.0.lines.*.sale_line_number`],
      'lines.quantity': [`${reading}.credit_notes.0.lines.*.quantity`],
      'lines.amount': [`${reading}.credit_notes.0.lines.*.gross`],
      'lines.goods': [`${reading}.credit_notes.0.lines.*.goods`],
      expected_total: [`${reading}.credit_notes.0.gross`, `${reading}.refunded`],
      // What the goods paid for in an exchange is a tender, too.
      'tenders.method': [`${reading}.credit_notes.0.tenders.method`],
      'tenders.amount': [`${reading}.credit_notes.0.tenders.amount`],
      'tenders.reference': [`${reading}.credit_notes.0.tenders.reference`],
      approvals: notStored('used for what needs approval, and kept with the approvals'),
    }).map(([name, row]) => [`${under}${name}`, row]),
  );
