import { Button, Group } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Plus } from 'lucide-react';
import { type CSSProperties, memo, type RefObject, useMemo, useRef, useState } from 'react';
import { Card } from '../../ui/card';
import type { ContractForm } from '../../ui/form/form';
import { type LineStore, useLineKeys } from '../../ui/lines/line-store';
import { AddButton } from './add-from-order';
import { type LineWork, moveBetweenLines, useLineWork } from './line-work';
import type { LineValues, OrderFormValues } from './order-form-values';
import { OrderFoot } from './order-foot';
import { type LineErrors, noErrors, OrderLineRow, type Sheet } from './order-line-row';
import { LinesStatus } from '../../ui/lines/lines-status';
import { pasteWords } from './paste-words';
import {
  createRowsInView,
  groupSize,
  inGroups,
  isNeededAt,
  lineAt,
  type RowsInView,
  showAround,
  useGroupInView,
} from './rows-in-view';
import { useMinimums } from './use-minimums';
import { usePaste } from './use-paste';
import { useVatRates, vatOptions } from '../supplier-documents';
import '../../ui/lines/dialog-lines.css';
import './order-form.css';

type Props = {
  form: ContractForm<OrderFormValues>;
  lines: LineStore<LineValues>;
  kept: React.ComponentProps<typeof OrderFoot>['kept'];
  onAddProduct: (() => void) | null;
};

/**
 * The line editor, built for the keyboard: Enter moves from item to quantity to price to the next line,
 * adding one when needed. Totals are calculated by the server's own function (rule P1). A key renders its own row and
 * the totals (finding F11).
 */
export function OrderLineGrid({ form: { form }, lines, kept, onAddProduct }: Props) {
  const rates = useVatRates();
  const table = useRef<HTMLTableElement>(null);
  const [rows] = useState(createRowsInView);
  const work = useLineWork(form, lines, { table, rows });
  const sheet = useSheet({ form, lines, rates, rows, work });
  const paste = usePaste(form, sheet);
  const errors = useMemo(() => errorsByLine(form.errors), [form.errors]);
  return (
    <Card
      title="Lines"
      flush
      actions={
        <Group gap={8}>
          <AddButton onClick={onAddProduct}>New product</AddButton>
          <Button variant="default" size="xs" leftSection={<Plus size={14} />} onClick={work.addLine}>
            Add line
          </Button>
        </Group>
      }
    >
      <div className="line-scroll">
        <LineTable table={table} sheet={sheet} errors={errors} onPaste={paste.onPaste} />
      </div>
      <LinesStatus form={form} lines={lines} paste={paste} words={pasteWords} />
      <OrderFoot lines={lines} rates={rates} kept={kept} />
    </Card>
  );
}

type SheetProps = {
  form: UseFormReturnType<OrderFormValues>;
  lines: LineStore<LineValues>;
  rates: ReturnType<typeof useVatRates>;
  rows: RowsInView;
  work: LineWork;
};

/** What all rows share; the same object until a row has to render for it. */
function useSheet({ form, lines, rates, rows, work }: SheetProps): Sheet {
  const { supplier } = form.values;
  const supplierId = supplier?.id ?? null;
  const minimumOf = useMinimums(supplier);
  return useMemo(
    () => ({ lines, rates, vatChoices: vatOptions(rates), supplierId, minimumOf, rows, work }),
    [lines, rates, supplierId, minimumOf, rows, work],
  );
}

type TableProps = {
  table: RefObject<HTMLTableElement | null>;
  sheet: Sheet;
  errors: ReadonlyMap<number, LineErrors>;
  onPaste: React.ComponentProps<'table'>['onPaste'];
};

function LineTable({ table, sheet, errors, onPaste }: TableProps) {
  const { rows, lines } = sheet;
  const keys = useLineKeys(lines);
  return (
    <table
      className="line-grid"
      ref={table}
      onKeyDown={moveBetweenLines}
      onPaste={onPaste}
      onFocus={event => showAround(rows, keys, lineAt(event.target))}
      aria-label="Order lines"
      aria-rowcount={keys.length + 1}
    >
      <LineHeaders />
      <LineGroups sheet={sheet} keys={keys} errors={errors} />
    </table>
  );
}

type GroupsProps = Pick<TableProps, 'sheet' | 'errors'> & { keys: readonly string[] };

const LineGroups = memo(function LineGroups({ sheet, keys, errors }: GroupsProps) {
  const [groups, setGroups] = useState(() => inGroups(keys, []));
  const [grouped, setGrouped] = useState(keys);
  if (grouped !== keys) {
    setGrouped(keys);
    setGroups(inGroups(keys, groups));
  }
  return groups.map((group, at) => (
    <LineGroup
      // oxlint-disable-next-line react/no-array-index-key -- a group is its place; its lines have keys
      key={at}
      keys={group}
      first={at * groupSize}
      count={keys.length}
      errors={errors}
      sheet={sheet}
    />
  ));
});

type GroupProps = GroupsProps & { first: number; count: number };

/** Some lines, contained together: a key measures and draws one group, and those outside the screen are skipped. */
const LineGroup = memo(function LineGroup({ keys, first, count, errors, sheet }: GroupProps) {
  const isAtEnd = first === 0 || first + keys.length === count;
  const isNeeded = isAtEnd || keys.some((_key, at) => errors.has(first + at));
  const { isDrawn, isLaidOut, group } = useGroupInView(sheet.rows, keys, isNeeded);
  return (
    <tbody
      className="line-group"
      ref={group}
      data-laid-out={isLaidOut || undefined}
      style={{ '--lines': keys.length } as CSSProperties}
    >
      {isDrawn &&
        keys.map((key, at) => (
          <OrderLineRow
            key={key}
            lineKey={key}
            index={first + at}
            isNeeded={isNeededAt(first + at, count) || errors.has(first + at)}
            errors={errors.get(first + at) ?? noErrors}
            sheet={sheet}
          />
        ))}
    </tbody>
  );
});

const LineHeaders = () => (
  <thead>
    <tr aria-rowindex={1}>
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

/** `lines.3.quantity` → the third line's errors by field. */
function errorsByLine(errors: Readonly<Record<string, React.ReactNode>>): Map<number, LineErrors> {
  const byLine = new Map<number, LineErrors>();
  for (const [path, error] of Object.entries(errors)) {
    const [, line, field] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? [];
    if (line === undefined || field === undefined) continue;
    byLine.set(Number(line), { ...byLine.get(Number(line)), [field]: error });
  }
  return byLine;
}
