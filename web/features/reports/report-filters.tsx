import { NativeSelect } from '@mantine/core';
import {
  comparisonNames,
  daysInWords,
  type Period,
  type PeriodName,
  periodNames,
} from '#domain/kernel/period';
import { ChoiceFilter } from '../../ui/filters/choice-filter';
import { printedWords } from '../../ui/filters/choice-words';
import { PrintedDays, PrintedFilter } from '../../ui/filters/filter-chips';
import { optionsFrom } from '../../ui/form/options-from';
import type { ReportState } from './report-state';
import { DateInput } from '../../ui/dates/date-input';
import '../../ui/filters/fits-options.css';

/** The period: a named one, or two dates. The dates of a named period are filled in by the reply. */
export function PeriodPicker({
  state,
  shown,
  unasked = 'this_month',
}: {
  state: ReportState;
  shown: Period | undefined;
  /** The period of the report by default. */
  unasked?: PeriodName;
}) {
  const { period, from, to } = state.query;
  const isOwn = from !== undefined || to !== undefined;
  const setDay = (name: 'from' | 'to', day: string) =>
    day &&
    // The other date as requested: the data on screen may still be of the previous dates.
    state.change({ period: undefined, from: from ?? shown?.from, to: to ?? shown?.to, [name]: day });
  return (
    <>
      <NativeSelect
        className="fits-options"
        aria-label="Period"
        value={isOwn ? '' : (period ?? unasked)}
        data={[...(isOwn ? [{ value: '', label: 'Custom dates' }] : []), ...optionsFrom(periodNames)]}
        onChange={event =>
          state.change({ period: event.currentTarget.value, from: undefined, to: undefined })
        }
      />
      <div className="date-range">
        <DateInput
          isFilter
          aria-label="From"
          value={from ?? shown?.from ?? ''}
          max={to ?? shown?.to}
          onChange={date => setDay('from', date)}
        />
        <span aria-hidden="true">to</span>
        <DateInput
          isFilter
          aria-label="To"
          value={to ?? shown?.to ?? ''}
          min={from ?? shown?.from}
          onChange={date => setDay('to', date)}
        />
      </div>
      {shown && <PrintedDays days={daysInWords(shown)} />}
    </>
  );
}

export const ComparePicker = ({ state }: { state: ReportState }) => (
  <Choice
    state={state}
    name="compare"
    label="Compare with"
    options={[{ value: '', label: 'No comparison' }, ...optionsFrom(comparisonNames)]}
  />
);

type ChoiceProps = {
  state: ReportState;
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
};

/** A parameter that holds several values, as a menu; the first option clears it. */
export function SeveralChoice({ state, name, label, options: [all, ...options] }: ChoiceProps) {
  const value = state.query[name] ?? '';
  return (
    <>
      <ChoiceFilter
        label={label}
        all={all?.label ?? ''}
        options={options}
        value={value}
        onChange={chosen => state.change({ [name]: chosen, page: undefined })}
      />
      {value && <PrintedFilter label={label} value={printedWords(options, value)} />}
    </>
  );
}

/** One parameter of a report as a select; the first option clears it. */
export function Choice({ state, name, label, options }: ChoiceProps) {
  const chosen = options.find(({ value }) => value === state.query[name]);
  return (
    <>
      <NativeSelect
        className="fits-options"
        aria-label={label}
        value={state.query[name] ?? options[0]?.value ?? ''}
        data={[...options]}
        onChange={event => state.change({ [name]: event.currentTarget.value, page: undefined })}
      />
      {chosen && <PrintedFilter label={label} value={chosen.label} />}
    </>
  );
}
