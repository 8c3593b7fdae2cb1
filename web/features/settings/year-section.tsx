import { NativeSelect } from '@mantine/core';
import { formatDate } from '#domain/kernel/dates';
import { type FinancialYear, financialYear } from '#domain/settings/financial-year.contract';
import { Form } from '../../ui/form/form';
import { SettingCard } from './setting-card';
import { useSettingForm } from './use-setting-form';

/** When the company's financial year starts (rule D4). */
export const YearSection = () => (
  <SettingCard
    title="Financial year"
    about="Used in reports and their comparisons. Posted entries and VAT periods do not change."
    get={financialYear.get}
    save={financialYear.save}
    recordedAs="Financial year"
  >
    {({ setting, onSaved }) => <YearForm year={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Values = { day: string; month: string; version: number };

const two = (number: number) => String(number).padStart(2, '0');
const days = Array.from({ length: 28 }, (_, at) => ({ value: two(at + 1), label: String(at + 1) }));
const months = Array.from({ length: 12 }, (_, at) => ({
  value: two(at + 1),
  label: new Date(Date.UTC(2026, at, 1)).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' }),
}));

function YearForm({ year, onSaved }: { year: FinancialYear; onSaved: (saved: FinancialYear) => void }) {
  const form = useSettingForm(financialYear.save, {
    setting: year,
    onSaved,
    valuesOf,
    bodyOf,
    failure: 'The financial year could not be saved.',
  });
  const field = form.form.getInputProps;
  return (
    <Form form={form} submitLabel="Save">
      <p className="setting-about">
        This year: {formatDate(year.current.from)} to {formatDate(year.current.to)}.
      </p>
      <div className="form-columns">
        <NativeSelect label="First day" data={days} {...field('day')} />
        <NativeSelect label="First month" data={months} {...field('month')} />
      </div>
    </Form>
  );
}

const valuesOf = ({ starts, version }: Pick<FinancialYear, 'starts' | 'version'>): Values => ({
  day: starts.slice(3),
  month: starts.slice(0, 2),
  version,
});
const bodyOf = ({ day, month, version }: Values) => ({ starts: `${month}-${day}`, version });
