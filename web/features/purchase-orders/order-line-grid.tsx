import { Button, Group } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Plus } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { formatPounds } from '#domain/kernel/money';
import type { SplitAmount } from '#domain/kernel/vat';
import { orderTotals } from '#domain/purchase-orders/purchase-order.totals';
import { Card } from '../../ui/card';
import type { ContractForm } from '../../ui/form';
import { AddButton } from './add-from-order';
import { blankLine, type LineValues, type OrderFormValues } from './order-form-values';
import { type LineErrors, OrderLineRow } from './order-line-row';
import { useLineAmounts } from './use-line-amounts';
import { useMinimums } from './use-minimums';
import { useRowsInView } from './use-rows-in-view';
import { useVatRates, vatOptions } from './vat-rates';
import '../../ui/dialog-lines.css';
import './order-form.css';

type Props = { form: ContractForm<OrderFormValues>; onAddProduct: (() => void) | null };

/**
 * The line editor, built for the keyboard: Enter moves from item to quantity to price to the next line,
 * adding one when needed. Totals are calculated by the server's own function (rule P1).
 */
export function OrderLineGrid({ form: { form }, onAddProduct }: Props) {
  const rates = useVatRates();
  const vatChoices = useMemo(() => vatOptions(rates), [rates]);
  const table = useRef<HTMLTableElement>(null);
  const { lines, supplier } = form.values;
  const amounts = useLineAmounts(lines, rates);
  const totals = orderTotals(amounts.filter(amount => amount !== null));
  const errors = errorsByLine(form.errors);
  const belowMinimum = useMinimums(supplier);
  const { isInView, watch, show } = useRowsInView();
  const { change, remove, next } = useLineWork(form, table, show);
  return (
    <Card
      title="Lines"
      flush
      actions={
        <Group gap={8}>
          <AddButton onClick={onAddProduct}>New product</AddButton>
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} />}
            onClick={() => next(lines.length - 1, 'next line')}
          >
            Add line
          </Button>
        </Group>
      }
    >
      <div className="line-scroll">
        <table className="line-grid" ref={table} onKeyDown={moveBetweenLines} aria-label="Lines of the order">
          <LineHeaders />
          <tbody>
            {lines.map((line, index) => (
              <OrderLineRow
                key={line.key}
                index={index}
                line={line}
                errors={errors.get(index) ?? noErrors}
                net={amounts[index]?.net ?? null}
                warning={belowMinimum(line)}
                hasFields={isInView(index, line.key) || errors.has(index)}
                watch={watch}
                path={`lines.${index}`}
                supplierId={supplier?.id ?? null}
                vatChoices={vatChoices}
                onChange={change}
                onRemove={remove}
                onNext={next}
              />
            ))}
          </tbody>
        </table>
      </div>
      {form.errors.lines && <p className="line-problem">{form.errors.lines}</p>}
      <Totals totals={totals} />
    </Card>
  );
}

/** The callbacks of a row. */
function useLineWork(
  form: UseFormReturnType<OrderFormValues>,
  table: React.RefObject<HTMLTableElement | null>,
  showRow: (key: string) => void,
) {
  const change = (index: number, changes: Partial<LineValues>) => {
    form.setFieldValue('lines', lines =>
      lines.map((line, at) => (at === index ? { ...line, ...changes } : line)),
    );
    for (const name of Object.keys(changes)) form.clearFieldError(`lines.${index}.${name}`);
    for (const other of ['description', 'product_id', 'discount_percent', 'discount_amount'])
      form.clearFieldError(`lines.${index}.${other}`);
  };
  const next = (index: number, cell: 'quantity' | 'unit_price' | 'next line') => {
    const isLast = index === form.getValues().lines.length - 1;
    const [row, column] = cell === 'next line' ? [index + 1, 'item'] : [index, cell];
    // Rendered synchronously, so that fast typing goes into the cell Enter led to.
    flushSync(() => {
      if (cell === 'next line' && isLast) form.setFieldValue('lines', lines => [...lines, blankLine()]);
      showRow(form.getValues().lines[row]?.key ?? '');
    });
    focusCell(table.current, row, column);
  };
  const remove = (index: number) =>
    form.getValues().lines.length === 1
      ? form.setFieldValue('lines', [blankLine()])
      : form.removeListItem('lines', index);
  return { change, remove, next };
}

const LineHeaders = () => (
  <thead>
    <tr>
      <th scope="col" aria-label="Line" />
      {['Item', 'Their code', 'Unit', 'Quantity', 'Price', 'Discount', 'VAT', 'Net'].map(header => (
        <th key={header} scope="col" data-align={header === 'Net' ? 'end' : undefined}>
          {header}
        </th>
      ))}
      <th scope="col" aria-label="Remove" />
    </tr>
  </thead>
);

const Totals = ({ totals }: { totals: SplitAmount }) => (
  <dl className="order-totals" aria-live="polite" aria-label="Totals">
    {(['net', 'vat', 'gross'] as const).map(part => (
      <div key={part} data-part={part}>
        <dt>{totalNames[part]}</dt>
        <dd className="figures">{formatPounds(totals[part])}</dd>
      </div>
    ))}
  </dl>
);

const totalNames = { net: 'Net', vat: 'VAT', gross: 'Total' } as const;
const noErrors: LineErrors = {};

/** `lines.3.quantity` → the third line's errors by field. */
function errorsByLine(
  errors: Readonly<Record<string, React.ReactNode>>,
): Map<number, Record<string, React.ReactNode>> {
  const byLine = new Map<number, Record<string, React.ReactNode>>();
  for (const [path, error] of Object.entries(errors)) {
    const [, line, field] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? [];
    if (line === undefined || field === undefined) continue;
    byLine.set(Number(line), { ...byLine.get(Number(line)), [field]: error });
  }
  return byLine;
}

function focusCell(table: HTMLTableElement | null, row: number, column: string): void {
  const line = table?.tBodies[0]?.rows[row];
  const cell =
    column === 'item'
      ? line?.querySelector<HTMLElement>('[role="combobox"]')
      : line?.querySelector<HTMLElement>(`[data-cell="${column}"]`);
  cell?.focus();
}

/** Arrow up and down move between lines within a column. */
function moveBetweenLines(event: React.KeyboardEvent<HTMLTableElement>): void {
  const cell = (event.target as HTMLElement).dataset.cell;
  if (!cell || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  const row = (event.target as HTMLElement).closest('tr');
  const other = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  const target = other?.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
  if (!target) return;
  event.preventDefault();
  target.focus();
}
