import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { expenseTotals } from '#domain/expenses/expense.totals';
import type { VatCode, VatRate } from '#domain/kernel/vat';
import { useIsVatRegistered } from '../../platform/company-status';
import { FootTotals, type KeptStore } from '../../ui/lines/document-foot';
import { useEditedLines } from '../../ui/lines/edited-lines';
import type { ContractForm } from '../../ui/form/form';
import { withoutLines } from '../../ui/lines/line-errors';
import { type LineStore, useLineKeys, useLines } from '../../ui/lines/line-store';
import { LinesCard } from '../../ui/lines/lines-card';
import { placeByPath } from '../../ui/lines/pasted-lines';
import { useLineList } from '../../ui/lines/use-line-list';
import { useLinePaste } from '../../ui/lines/use-line-paste';
import {
  amountsOfLine,
  blankLine,
  type ExpenseFormValues,
  type LineValues,
  partsOfLine,
} from './expense-form-values';
import { ExpenseLineRow, type ExpenseWork, type Sheet } from './expense-line-row';
import { pasteColumns, pasteWords, withPasted } from './pasted-lines';
import { expenseChoices } from './expenses.queries';
import type { ExpenseChoices } from './use-expense-choices';

type Props = {
  form: ContractForm<ExpenseFormValues>;
  lines: LineStore<LineValues>;
  kept: KeptStore;
  choices: ExpenseChoices | undefined;
};

/**
 * Lines of an expense: the gross as paid, and the VAT as printed; a line can be split over categories. A key renders its
 * own line and the totals (finding F11).
 */
export function ExpenseLineFields({ form: { form }, lines, kept, choices }: Props) {
  const queries = useQueryClient();
  const sheet = useSheet(form, lines, choices);
  const { list, work } = useWork(form, sheet);
  const paste = useLinePaste(form, {
    lines,
    placeOf: field => placeByPath(field, pasteColumns(sheet.hasVat)),
    fill: async (cells, at) => {
      // Categories and VAT rates are known only once they have been read.
      const known = await queries.ensureQueryData(expenseChoices).catch(() => undefined);
      return withPasted(lines.lines(), cells, at, sheetOf(sheet.edited, known, sheet.hasVat));
    },
    isFound: ({ category_id }) => category_id !== '',
  });
  return (
    <LinesCard
      title="Lines"
      label="Expense lines"
      className="expense-lines"
      addLabel="Add line"
      onAdd={work.add}
      list={list}
      form={form}
      lines={lines}
      paste={paste}
      words={pasteWords}
      kept={kept}
      totals={<Totals sheet={sheet} />}
    >
      <Rows sheet={sheet} work={work} />
    </LinesCard>
  );
}

type Form = ContractForm<ExpenseFormValues>['form'];

/** What all rows share; the same object until a row has to render for it. */
function useSheet(form: Form, lines: LineStore<LineValues>, choices: ExpenseChoices | undefined): Sheet {
  const hasVat = useIsVatRegistered(form.values.expense_date);
  const edited = useEditedLines(form, lines);
  return useMemo(() => sheetOf(edited, choices, hasVat), [edited, choices, hasVat]);
}

function sheetOf(edited: Sheet['edited'], choices: ExpenseChoices | undefined, hasVat: boolean): Sheet {
  const rates = new Map<VatCode, VatRate>(choices?.vat_rates.map(({ code, rate }) => [code, rate]));
  return { edited, choices, hasVat, rateOf: code => (hasVat ? (rates.get(code) ?? 0) : 0) };
}

function useWork(form: Form, { edited: { lines }, rateOf }: Sheet) {
  const { list, work: ofList } = useLineList(form, lines, { blankLine, firstField: 'category_id' });
  const { setErrors } = form;
  const work: ExpenseWork = useMemo(
    () => ({
      ...ofList,
      split: (key, parts) => {
        setErrors(withoutLines);
        lines.set(
          lines
            .lines()
            .flatMap(line => (line.key === key ? partsOfLine(line, rateOf(line.vat_code), parts) : [line])),
        );
      },
    }),
    [ofList, lines, rateOf, setErrors],
  );
  return { list, work };
}

function Rows({ sheet, work }: { sheet: Sheet; work: ExpenseWork }) {
  const keys = useLineKeys(sheet.edited.lines);
  return keys.map((key, index) => (
    <ExpenseLineRow key={key} lineKey={key} index={index} sheet={sheet} work={work} />
  ));
}

function Totals({ sheet: { edited, hasVat, rateOf } }: { sheet: Sheet }) {
  const lines = useLines(edited.lines);
  // Without registration the gross is the cost; VAT left over from another date does not count (rule V2).
  const amounts = lines.map(line =>
    amountsOfLine(hasVat ? line : { ...line, vat: '' }, rateOf(line.vat_code)),
  );
  const { net, vat, gross } = expenseTotals(amounts.filter(amount => amount !== null));
  const total = { part: 'gross', name: hasVat ? 'Gross' : 'Total', total: gross };
  const withVat = [
    { part: 'net', name: 'Net', total: net },
    { part: 'vat', name: 'VAT', total: vat },
  ];
  return <FootTotals main="gross" totals={hasVat ? [...withVat, total] : [total]} />;
}
