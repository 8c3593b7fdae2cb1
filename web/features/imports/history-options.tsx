import { NativeSelect, NumberInput } from '@mantine/core';
import type { HistoryPaidBy, HistoryPrices } from '#domain/sales-history/treatment';
import { CodeRulesTable } from './code-rules-table';
import type { Options } from './row-options';
import { UnitChoice } from './unit-choice';
import { DateInput } from '../../ui/date-input';

const paidByWords: Readonly<Record<HistoryPaidBy, string>> = {
  credit_card: 'All by card',
  bank_transfer: 'All by bank transfer',
  cheque: 'All by cheque',
  upi: 'All by UPI',
  other: 'All by another method',
  account: 'On account; without a customer by card',
};
const priceWords: Readonly<Record<HistoryPrices, string>> = {
  exclusive: 'Net: VAT comes on top',
  inclusive: 'With VAT in them',
  no_vat: 'Without VAT: outside the scope',
};
const chosen = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }));

/** What a history does not say by itself. */
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
        description="A history has no tenders. Cash is left out: it belongs to the drawer of a till."
        value={options.paid_by}
        onChange={event => onChange({ ...options, paid_by: event.currentTarget.value as HistoryPaidBy })}
        data={chosen(paidByWords)}
      />
      <NativeSelect
        className="import-option"
        label="What the prices are"
        description="VAT is reckoned at the rate of each sale's day."
        value={options.prices}
        onChange={event => onChange({ ...options, prices: event.currentTarget.value as HistoryPrices })}
        data={chosen(priceWords)}
      />
      <DateInput
        className="import-option"
        label="VAT returned elsewhere up to"
        description="Sales up to this day are in your reports, but in no VAT return here. Later sales are."
        value={options.vat_cut_over ?? proposedCutOver}
        onChange={date => onChange({ ...options, vat_cut_over: date || null })}
      />
      <CodeRulesTable
        rules={options.code_rules}
        onChange={code_rules => onChange({ ...options, code_rules })}
      />
      <NumberInput
        className="import-option"
        label="Cost of new products, in per cent of their price"
        description="Nothing where it is not known: goods are then sold at no cost until some are received."
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
