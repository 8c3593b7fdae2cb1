import { Checkbox, NativeSelect } from '@mantine/core';
import { useExpenseChoices } from '../expenses';
import type { Options } from './import-options';

/** Options for expenses, such as card statements. */
export function ExpenseOptions({
  options,
  onChange,
}: {
  options: Options;
  onChange: (options: Options) => void;
}) {
  const categories = useExpenseChoices()?.categories ?? [];
  return (
    <>
      <NativeSelect
        className="import-option"
        label="Default category"
        value={String(options.expense_category_id ?? '')}
        onChange={event =>
          onChange({ ...options, expense_category_id: Number(event.currentTarget.value) || null })
        }
        data={[
          { value: '', label: 'None (reject rows without one)' },
          ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Checkbox
        label="Negative amounts are expenses, as on a card statement"
        checked={options.flip_sign}
        onChange={event => onChange({ ...options, flip_sign: event.currentTarget.checked })}
      />
    </>
  );
}
