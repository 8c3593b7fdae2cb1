import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { formatDate } from '#domain/kernel/dates';
import { DateInput } from '../../ui/dates/date-input';
import { usePostingDay } from './use-posting-day';

type Dated = { date_reason: string };
type Props<Values extends Dated> = {
  form: UseFormReturnType<Values>;
  name: keyof Values & string;
  label: string;
  /** The last date its goods were received; an earlier document needs a reason. */
  receivedOn?: string | undefined;
};

/**
 * The date of a supplier document. Shows the posting date when it differs, and asks for a reason when the
 * date is far back or before the goods were received (rule P13).
 */
export function DocumentDate<Values extends Dated>({ form, name, label, receivedOn }: Props<Values>) {
  const date = String(form.values[name]);
  const day = usePostingDay(date);
  const isBeforeGoods = receivedOn !== undefined && date !== '' && date < receivedOn;
  const needsReason = isBeforeGoods || day?.needs_reason || Boolean(form.errors.date_reason);
  return (
    <>
      <DateInput
        label={label}
        required
        {...form.getInputProps(name as never)}
        description={day?.note ?? undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {needsReason && (
        <TextInput
          label="Reason for backdating"
          description={
            isBeforeGoods ? `The goods were received on ${formatDate(receivedOn)}` : 'More than 30 days ago'
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          maxLength={300}
          {...form.getInputProps('date_reason' as never)}
        />
      )}
    </>
  );
}
