import { receiptPaper, receiptPaperNames } from '#domain/tills/till-state';
import type { RegisterRow } from '#domain/tills/till.contract';

/** The receipts that a register can print. */
export const papers = receiptPaper.options.map(value => ({ value, label: receiptPaperNames[value] }));

/** The form of a register. */
export const valuesOf = ({ name, code, paper, status, version }: RegisterRow) => ({
  name,
  code,
  paper,
  status,
  version,
});
