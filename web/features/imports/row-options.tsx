import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { ImportDetail } from '#domain/imports/import.contract';
import { importTerms } from '#domain/imports/import-kinds';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import { ExpenseOptions } from './expense-options';
import { HistoryOptions } from './history-options';
import { NewProductOptions } from './new-product-options';
import { isPast } from '../../ui/form/dated-fields';
import { DateInput } from '../../ui/dates/date-input';
import type { Options } from './import-options';

type Props = {
  kind: ImportDetail['kind'];
  options: Options;
  mapping: Readonly<Record<string, number>>;
  onChange: (options: Options) => void;
  /** For a history: the proposed cut-over day. */
  proposedCutOver?: string | undefined;
};

/** The import options of all kinds. */
export function RowOptions({ kind, options, mapping, onChange, proposedCutOver = '' }: Props) {
  const { fields, key, isHistory, isPosted } = importTerms[kind];
  const missing = fields.filter(({ name, required }) => required && !(name in mapping));
  return (
    <Card title="Import options">
      <div className="form">
        {missing.length > 0 && (
          <p className="import-words" role="status">
            No column for: {missing.map(({ label }) => label).join(', ')}. New records need{' '}
            {missing.length === 1 ? 'it' : 'them'}.
          </p>
        )}
        {isHistory && (
          <HistoryOptions options={options} proposedCutOver={proposedCutOver} onChange={onChange} />
        )}
        {!isHistory && (
          <NativeSelect
            className="import-option"
            label={`If the same ${key} appears more than once`}
            value={options.repeats}
            onChange={event =>
              onChange({ ...options, repeats: event.currentTarget.value === 'first' ? 'first' : 'refuse' })
            }
            data={[
              { value: 'refuse', label: 'Reject the rows after the first' },
              { value: 'first', label: 'Import the first and skip the others' },
            ]}
          />
        )}
        {kind === 'expenses' && <ExpenseOptions options={options} onChange={onChange} />}
        {isPosted && (
          <OpeningDate
            label="Date of the entries"
            description="The day your books here began. Leave blank for today."
            options={options}
            onChange={onChange}
          />
        )}
        {kind === 'products' && (
          <ProductOptions options={options} onChange={onChange} hasOpening={'opening_quantity' in mapping} />
        )}
      </div>
    </Card>
  );
}

type OpeningDateProps = {
  label: string;
  description: string;
  options: Options;
  onChange: (options: Options) => void;
};

/** The day that is posted to. A day before today needs a reason. */
function OpeningDate({ label, description, options, onChange }: OpeningDateProps) {
  const date = options.opening_date ?? '';
  return (
    <>
      <DateInput
        className="import-option"
        label={label}
        description={description}
        value={date}
        onChange={day => onChange({ ...options, opening_date: day || null })}
      />
      {date !== '' && isPast(date) && (
        <TextInput
          className="import-option"
          label="Reason for backdating"
          maxLength={300}
          value={options.date_reason ?? ''}
          onChange={event => onChange({ ...options, date_reason: event.currentTarget.value || null })}
        />
      )}
    </>
  );
}

type ProductOptionsProps = { options: Options; onChange: (options: Options) => void; hasOpening: boolean };

function ProductOptions({ options, onChange, hasOpening }: ProductOptionsProps) {
  const { can } = useAccess();
  return (
    <>
      <NewProductOptions options={options} onChange={onChange} />
      {can('create_master') && (
        <Checkbox
          label="Add missing categories, sub-categories, brands and units"
          checked={options.add_masters}
          onChange={event => onChange({ ...options, add_masters: event.currentTarget.checked })}
        />
      )}
      <Checkbox
        label="Allow zero prices"
        checked={options.zero_prices}
        onChange={event => onChange({ ...options, zero_prices: event.currentTarget.checked })}
      />
      {hasOpening && (
        <OpeningDate
          label="Date of opening stock"
          description="Leave blank for today."
          options={options}
          onChange={onChange}
        />
      )}
    </>
  );
}
