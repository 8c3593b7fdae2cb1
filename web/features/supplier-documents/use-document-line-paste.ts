import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { LineStore } from '../../ui/lines/line-store';
import { placeByPath } from '../../ui/lines/pasted-lines';
import { type LinePaste, useLinePaste } from '../../ui/lines/use-line-paste';
import type { LineValues } from './document-line-values';
import { pasteColumns, withPasted } from './pasted-document-lines';
import { lineAccounts } from './supplier-documents.queries';
import { useReadVatRates, vatOptions } from './vat-rates';

type Sheet = {
  readonly lines: LineStore<LineValues>;
  readonly isReverseCharge: boolean;
  /** Whether a line can go without an account. */
  readonly canLackAccount: boolean;
};

/** Pastes rows of a spreadsheet into the lines of a bill or credit note. */
export function useDocumentLinePaste(
  form: Pick<UseFormReturnType<Record<string, unknown>>, 'setErrors'>,
  { lines, isReverseCharge, canLackAccount }: Sheet,
): LinePaste<LineValues> {
  const queries = useQueryClient();
  const readVatRates = useReadVatRates();
  const unfound = useRef<ReadonlySet<string>>(new Set());
  return useLinePaste(form, {
    lines,
    placeOf: field => placeByPath(field, pasteColumns(isReverseCharge)),
    isFound: ({ key, account }) => !unfound.current.has(key) && (canLackAccount || account !== ''),
    fill: async (cells, at) => {
      // Accounts and VAT rates are known only once they have been read.
      const accounts = await queries.ensureQueryData(lineAccounts).then(
        ({ data }) => data,
        () => null,
      );
      const vatChoices = vatOptions(await readVatRates());
      const filled = withPasted(lines.lines(), cells, at, { isReverseCharge, accounts, vatChoices });
      unfound.current = filled.unfound;
      return accounts ? filled : { ...filled, find: () => Promise.reject(new Error('No accounts')) };
    },
  });
}
