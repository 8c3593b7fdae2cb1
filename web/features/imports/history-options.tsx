import { NativeSelect, NumberInput } from '@mantine/core';
import type { HistoryPaidBy, HistoryPrices } from '#domain/sales-history/treatment';
import { CodeRulesTable } from './code-rules-table';
import type { Options } from './import-options';
import { UnitChoice } from './unit-choice';
import { DateInput } from '../../ui/dates/date-input';

const paidByWords: Readonly<Record<HistoryPaidBy, string>> = {
  credit_card: 'All by card',
  bank_transfer: 'All by bank transfer',
  cheque: 'All by cheque',
  upi: 'All by UPI',
  other: 'All by another method',
  account: 'On account (by card if there is no customer)',
};
const priceWords: Readonly<Record<HistoryPrices, string>> = {
  exclusive: 'Without VAT (VAT is added)',
  inclusive: 'With VAT',
  no_vat: 'Outside the scope of VAT',
};
const chosen = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }));

/** Options for a sales history. */
export function HistoryOptions({
  options,
  proposedCutOver,
  onChange,
}: {
  options: Options;
  proposedCutOver: string;
  onChange: (options: Options) => void;
}) {
  return (
    <>
      <NativeSelect
        className="import-option"
        label="How the sales were paid"
        description="The file has no payment methods. Cash is not available because it must go through a till."
        value={options.paid_by}
        onChange={event => onChange({ ...options, paid_by: event.currentTarget.value as HistoryPaidBy })}
        data={chosen(paidByWords)}
      />
      <NativeSelect
        className="import-option"
        label="Prices in the file"
        description="VAT is calculated at the rate on the date of each sale."
        value={options.prices}
        onChange={event => onChange({ ...options, prices: event.currentTarget.value as HistoryPrices })}
        data={chosen(priceWords)}
      />
      <DateInput
        className="import-option"
        label="VAT returned elsewhere up to"
        description="Sales up to this date are in your reports but not in a VAT return here. Later sales are in both."
        value={options.vat_cut_over ?? proposedCutOver}
        onChange={date => onChange({ ...options, vat_cut_over: date || null })}
      />
      <CodeRulesTable
        rules={options.code_rules}
        onChange={code_rules => onChange({ ...options, code_rules })}
      />
      <NumberInput
        className="import-option"
        label="Cost of new products (% of price)"
        description="Leave blank if unknown. The goods then have no cost until some are received."
        min={0}
        max={100}
        allowDecimal={false}
        value={options.cost_percent}
        onChange={value => onChange({ ...options, cost_percent: Math.round(Number(value)) || 0 })}
      />
      <UnitChoice
        label="Unit of new products"
        none="Each"
        value={options.default_unit_id ?? null}
        onChange={default_unit_id => onChange({ ...options, default_unit_id })}
      />
    </>
  );
}
