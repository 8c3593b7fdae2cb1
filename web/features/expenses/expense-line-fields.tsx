import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { type ExpenseAmounts, expenseTotals } from '#domain/expenses/expense.totals';
import { formatPounds } from '#domain/kernel/money';
import type { VatCode, VatRate } from '#domain/kernel/vat';
import { useIsVatRegistered } from '../../platform/company-status';
import { Card } from '../../ui/card';
import type { ContractForm } from '../../ui/form';
import {
  amountsOfLine,
  blankLine,
  type ExpenseFormValues,
  type LineValues,
  partsOfLine,
} from './expense-form-values';
import { ExpenseLineRow } from './expense-line-row';
import type { ExpenseChoices } from './use-expense-choices';
import '../../ui/dialog-lines.css';

type Props = { form: ContractForm<ExpenseFormValues>; choices: ExpenseChoices | undefined };

/** Lines of an expense: the gross as paid, and the VAT as printed; a line can be split over categories. */
export function ExpenseLineFields({ form: { form }, choices }: Props) {
  const rows = useRef<HTMLDivElement>(null);
  const rates = new Map<VatCode, VatRate>(choices?.vat_rates.map(({ code, rate }) => [code, rate]));
  const isRegistered = useIsVatRegistered(form.values.expense_date);
  const rateOf = (code: VatCode): VatRate => (isRegistered ? (rates.get(code) ?? 0) : 0);
  const { lines } = form.values;
  // Without registration the gross is the cost; VAT left over from another date does not count (rule V2).
  const amounts = lines.map(line =>
    amountsOfLine(isRegistered ? line : { ...line, vat: '' }, rateOf(line.vat_code)),
  );

  const set = (next: LineValues[]) => {
    form.setFieldValue('lines', next);
    form.clearErrors();
  };
  const change = (index: number, changes: Partial<LineValues>) => {
    form.setFieldValue(
      'lines',
      lines.map((line, place) => (place === index ? { ...line, ...changes } : line)),
    );
    for (const field of Object.keys(changes)) form.clearFieldError(`lines.${index}.${field}`);
    form.clearFieldError('lines');
  };
  const add = () => {
    // Rendered synchronously, so that typing continues in the new line.
    flushSync(() => set([...lines, blankLine()]));
    rows.current?.querySelector<HTMLElement>('.expense-line:last-of-type select')?.focus();
  };
  const split = (index: number, parts: number) =>
    set(
      lines.flatMap((line, place) =>
        place === index ? partsOfLine(line, rateOf(line.vat_code), parts) : [line],
      ),
    );
  const remove = (index: number) =>
    set(lines.length === 1 ? [blankLine()] : lines.filter((_, place) => place !== index));
  return (
    <Card
      title="Lines"
      flush
      actions={
        <Button variant="default" size="xs" leftSection={<Plus size={14} />} onClick={add}>
          Add line
        </Button>
      }
    >
      <div className="expense-lines" ref={rows} role="group" aria-label="Expense lines">
        {lines.map((line, index) => (
          <ExpenseLineRow
            key={line.key}
            index={index}
            line={line}
            field={name => form.getInputProps(`lines.${index}.${name}`)}
            choices={choices}
            rate={rateOf(line.vat_code)}
            rateOf={rateOf}
            hasVat={isRegistered}
            onChange={changes => change(index, changes)}
            onSplit={amounts[index] ? parts => split(index, parts) : undefined}
            onRemove={() => remove(index)}
          />
        ))}
      </div>
      {form.errors.lines && <p className="line-problem">{form.errors.lines}</p>}
      <Totals totals={expenseTotals(amounts.filter(amount => amount !== null))} hasVat={isRegistered} />
    </Card>
  );
}

const Totals = ({ totals, hasVat }: { totals: ExpenseAmounts; hasVat: boolean }) => (
  <dl className="expense-totals" aria-live="polite" aria-label="Totals">
    {(hasVat ? (['net', 'vat', 'gross'] as const) : (['gross'] as const)).map(part => (
      <div key={part} data-part={part}>
        <dt>{hasVat ? names[part] : 'Total'}</dt>
        <dd className="figures">{formatPounds(totals[part])}</dd>
      </div>
    ))}
  </dl>
);

const names = { net: 'Net', vat: 'VAT', gross: 'Gross' } as const;
