import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { Split, X } from 'lucide-react';
import { memo } from 'react';
import { type VatCode, vatCode, vatCodeNames, type VatRate } from '#domain/kernel/vat';
import type { EditedLines } from '../../ui/lines/edited-lines';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { useLine } from '../../ui/lines/line-store';
import { MenuButton } from '../../ui/menus/menu-button';
import { RowAction } from '../../ui/table/row-action';
import type { LineWork } from '../../ui/lines/use-line-list';
import { amountsOfLine, followingVat, type LineValues } from './expense-form-values';
import type { ExpenseChoices } from './use-expense-choices';

/** What all rows share. */
export type Sheet = {
  readonly edited: EditedLines<LineValues>;
  readonly choices: ExpenseChoices | undefined;
  /** Whether the business is registered for VAT on the date: else the gross is the cost (rule V2). */
  readonly hasVat: boolean;
  readonly rateOf: (code: VatCode) => VatRate;
};

/** What the rows do. */
export type ExpenseWork = LineWork & { readonly split: (key: string, parts: number) => void };

type Props = { lineKey: string; index: number; sheet: Sheet; work: ExpenseWork };

/** One line. The VAT field holds the calculated VAT until the printed one is typed. */
export const ExpenseLineRow = memo(function ExpenseLineRow({ lineKey, index, sheet, work }: Props) {
  const { edited, choices, hasVat, rateOf } = sheet;
  const line = useLine(edited.lines, lineKey);
  if (!line) return null;
  const name = `line ${index + 1}`;
  const field = fieldsOf(sheet, lineKey);
  const change = (changes: Partial<LineValues>) => edited.change(lineKey, changes);
  const canSplit = amountsOfLine(hasVat ? line : { ...line, vat: '' }, rateOf(line.vat_code)) !== null;
  return (
    <div className="expense-line" role="group" aria-label={`Line ${index + 1}`}>
      <NativeSelect
        label="Category"
        required
        data={[
          { value: '', label: 'Choose a category' },
          ...(choices?.categories ?? []).map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
        {...field('category_id')}
        value={line.category_id}
        onChange={event => change({ category_id: event.currentTarget.value })}
      />
      <TextInput
        label="Description"
        maxLength={200}
        autoComplete="off"
        {...field('description')}
        value={line.description}
        onChange={event => change({ description: event.currentTarget.value })}
      />
      <AmountFields line={line} sheet={sheet} onChange={change} />
      <span className="expense-line-actions">
        {canSplit && (
          <MenuButton
            label={`Split ${name}`}
            button={{ variant: 'subtle', color: 'gray', size: 'compact-sm' }}
            items={[2, 3, 4, 6].map(parts => ({
              kind: 'item' as const,
              label: `In ${parts} equal parts`,
              run: () => work.split(lineKey, parts),
            }))}
          >
            <Split size={16} aria-hidden />
          </MenuButton>
        )}
        <RowAction icon={X} label="Remove" of={name} onClick={() => work.remove(lineKey)} />
      </span>
    </div>
  );
});

type AmountProps = { line: LineValues; sheet: Sheet; onChange: (changes: Partial<LineValues>) => void };

function AmountFields({ line, sheet, onChange }: AmountProps) {
  const { choices, hasVat, rateOf } = sheet;
  const field = fieldsOf(sheet, line.key);
  if (!hasVat)
    return (
      <MoneyInput
        label="Amount"
        required
        {...field('gross')}
        value={line.gross}
        onChange={gross => onChange({ gross, vat: '' })}
      />
    );
  return (
    <>
      <MoneyInput
        label="Gross"
        required
        {...field('gross')}
        value={line.gross}
        onChange={gross => onChange(followingVat(line, { gross }, sheet))}
      />
      <NativeSelect
        label="VAT rate"
        data={vatChoices(choices)}
        {...field('vat_code')}
        value={line.vat_code}
        onChange={event =>
          onChange(followingVat(line, { vat_code: event.currentTarget.value as VatCode }, sheet))
        }
      />
      <MoneyInput
        label="VAT as printed"
        {...field('vat')}
        value={line.vat}
        onChange={vat => onChange({ vat })}
      />
      <Checkbox
        className="expense-line-recoverable"
        label="VAT reclaimable"
        disabled={rateOf(line.vat_code) === 0}
        checked={line.vat_recoverable}
        onChange={event => onChange({ vat_recoverable: event.currentTarget.checked })}
      />
    </>
  );
}

export const vatChoices = (choices: ExpenseChoices | undefined) =>
  vatCode.options.map(code => {
    const rate = choices?.vat_rates.find(option => option.code === code)?.rate ?? 0;
    return { value: code, label: rate > 0 ? `${code} ${rate / 100}%` : `${code} ${vatCodeNames[code]}` };
  });

/** The position and the error of a field: the form finds the field of an error by this mark. */
const fieldsOf =
  ({ edited: { lines, errors } }: Sheet, lineKey: string) =>
  (name: keyof LineValues) => {
    const path = `lines.${lines.placeOf(lineKey)}.${name}`;
    return { 'data-path': path, error: errors[path] };
  };
