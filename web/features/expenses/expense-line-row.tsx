import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { Split, X } from 'lucide-react';
import { type VatCode, vatCode, vatCodeNames, type VatRate } from '#domain/kernel/vat';
import { MoneyInput } from '../../ui/figure-inputs';
import { MenuButton } from '../../ui/menu-button';
import { RowAction } from '../../ui/row-action';
import { type LineValues, proposedVat } from './expense-form-values';
import type { ExpenseChoices } from './use-expense-choices';

type Props = {
  index: number;
  line: LineValues;
  /** The position and error of a field. */
  field: (name: keyof LineValues) => { error?: React.ReactNode };
  choices: ExpenseChoices | undefined;
  rate: VatRate;
  rateOf: (code: VatCode) => VatRate;
  /** Whether the business is registered for VAT on the date: else the gross is the cost (rule V2). */
  hasVat: boolean;
  onChange: (changes: Partial<LineValues>) => void;
  onSplit: ((parts: number) => void) | undefined;
  onRemove: () => void;
};

/** One line. The VAT field holds the calculated VAT until the printed one is typed. */
export function ExpenseLineRow(props: Props) {
  const { index, line, field, choices, onChange, onSplit, onRemove } = props;
  const name = `line ${index + 1}`;
  return (
    <div className="expense-line" role="group" aria-label={`Line ${index + 1}`}>
      <NativeSelect
        label="Category"
        required
        data={[
          { value: '', label: 'Choose a category' },
          ...(choices?.categories ?? []).map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
        {...placeOf(field('category_id'))}
        value={line.category_id}
        onChange={event => onChange({ category_id: event.currentTarget.value })}
      />
      <TextInput
        label="Description"
        maxLength={200}
        autoComplete="off"
        {...placeOf(field('description'))}
        value={line.description}
        onChange={event => onChange({ description: event.currentTarget.value })}
      />
      <AmountFields {...props} />
      <span className="expense-line-actions">
        {onSplit && (
          <MenuButton
            label={`Split ${name}`}
            button={{ variant: 'subtle', color: 'gray', size: 'compact-sm' }}
            items={[2, 3, 4, 6].map(parts => ({
              kind: 'item' as const,
              label: `In ${parts} equal parts`,
              run: () => onSplit(parts),
            }))}
          >
            <Split size={16} aria-hidden />
          </MenuButton>
        )}
        <RowAction icon={X} label="Remove" of={name} onClick={onRemove} />
      </span>
    </div>
  );
}

function AmountFields({ line, field, rate, rateOf, hasVat, choices, onChange }: Props) {
  // Calculated VAT follows the gross and the code; typed VAT stays. Unknown rates calculate nothing.
  const isProposed = line.vat.trim() === '' || line.vat === proposedVat(line.gross, rate);
  const following = (changes: Partial<LineValues>) => {
    const { gross, vat_code } = { ...line, ...changes };
    const proposed = choices ? proposedVat(gross, rateOf(vat_code)) : '';
    onChange({ ...changes, ...(isProposed ? { vat: proposed } : {}) });
  };
  if (!hasVat)
    return (
      <MoneyInput
        label="Amount"
        required
        {...placeOf(field('gross'))}
        value={line.gross}
        onChange={gross => onChange({ gross, vat: '' })}
      />
    );
  return (
    <>
      <MoneyInput
        label="Gross"
        required
        {...placeOf(field('gross'))}
        value={line.gross}
        onChange={gross => following({ gross })}
      />
      <NativeSelect
        label="VAT rate"
        data={vatChoices(choices)}
        {...placeOf(field('vat_code'))}
        value={line.vat_code}
        onChange={event => following({ vat_code: event.currentTarget.value as VatCode })}
      />
      <MoneyInput
        label="VAT as printed"
        {...placeOf(field('vat'))}
        value={line.vat}
        onChange={vat => onChange({ vat })}
      />
      <Checkbox
        className="expense-line-recoverable"
        label="VAT reclaimable"
        disabled={rate === 0}
        checked={line.vat_recoverable}
        onChange={event => onChange({ vat_recoverable: event.currentTarget.checked })}
      />
    </>
  );
}

const vatChoices = (choices: ExpenseChoices | undefined) =>
  vatCode.options.map(code => {
    const rate = choices?.vat_rates.find(option => option.code === code)?.rate ?? 0;
    return { value: code, label: rate > 0 ? `${code} ${rate / 100}%` : `${code} ${vatCodeNames[code]}` };
  });

/** Only the position and the error of a field come from the form: the value is the line's. */
function placeOf(props: object): { error?: React.ReactNode } {
  const { 'data-path': path, error } = props as { 'data-path'?: string; error?: React.ReactNode };
  return { error, ...(path ? { 'data-path': path } : {}) };
}
