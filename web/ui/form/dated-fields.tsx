import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { londonDate } from '#domain/kernel/dates';
import { DateInput } from '../dates/date-input';

type Dated = { date_reason: string };

/** The posting date. A date before today needs a reason. */
export function DatedFields<Values extends Dated>({
  form,
  name,
  label,
}: {
  form: UseFormReturnType<Values>;
  name: keyof Values & string;
  label: string;
}) {
  const date = String(form.values[name]);
  return (
    <>
      <DateInput label={label} required {...form.getInputProps(name as never)} />
      {date !== '' && isPast(date) && (
        <TextInput
          label="Reason for backdating"
          maxLength={300}
          {...form.getInputProps('date_reason' as never)}
        />
      )}
    </>
  );
}

export const today = (): string => londonDate(new Date());

export const isPast = (date: string): boolean => date < today();
