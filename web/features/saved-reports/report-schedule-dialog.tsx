import { Checkbox, NativeSelect, Textarea } from '@mantine/core';
import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import { reportKind } from '#domain/reports/report-kinds';
import { type Cadence, cadenceNames, weekdayNames } from '#domain/reports/report-schedule';
import { maxRecipients, type SavedReport, savedReports } from '#domain/reports/saved-report.contract';
import { request } from '../../platform/api';
import { toast } from '../../platform/notices';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { optionsFrom } from '../../ui/form/options-from';
import { useReload } from '../../platform/reload';

type Body = BodySent<typeof savedReports.schedule>;
type Values = {
  every: Cadence;
  weekday: string;
  month_day: string;
  hour: string;
  format: Body['format'];
  recipients: string;
  skip_if_empty: boolean;
  is_paused: boolean;
  version: number;
};

const formatNames = { pdf: 'PDF', xlsx: 'Excel (XLSX)', csv: 'CSV' } as const;
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const monthDays = Array.from({ length: 31 }, (_, at) => ({
  value: String(at + 1),
  label: at === 30 ? 'The last day' : String(at + 1),
}));
const weekdays = weekdayNames.map((label, at) => ({ value: String(at + 1), label }));

const bodyOf = (values: Values): Body => ({
  every: values.every,
  ...(values.every === 'week' ? { weekday: Number(values.weekday) } : {}),
  ...(values.every === 'month' ? { month_day: Number(values.month_day) } : {}),
  hour: Number(values.hour),
  format: values.format,
  recipients: values.recipients.split(/[\s,;]+/).filter(address => address !== ''),
  skip_if_empty: values.skip_if_empty,
  is_paused: values.is_paused,
  version: values.version,
});

const valuesOf = ({ schedule, report, version }: SavedReport): Values => ({
  version,
  every: schedule?.every ?? 'week',
  weekday: String(schedule?.weekday ?? 1),
  month_day: String(schedule?.month_day ?? 1),
  hour: String(schedule?.hour ?? 7),
  format: schedule?.format ?? (reportKind(report).files.pdf ? 'pdf' : 'xlsx'),
  recipients: schedule?.recipients.join('\n') ?? '',
  skip_if_empty: schedule?.skip_if_empty ?? false,
  is_paused: schedule?.state === 'paused',
});

/** When a report counts as empty. */
const [emptyList, zeroAmounts] = [
  'Nothing is sent if nothing is listed',
  'Nothing is sent if all amounts are zero',
];

/** When a saved report is sent by email, in which format, and to whom. */
export function ReportScheduleDialog({ saved, onClose }: { saved: SavedReport; onClose: () => void }) {
  const reload = useReload(savedReports.list);
  const form = useContractForm<Values, SavedReport>({
    schema: z.preprocess(values => bodyOf(values as Values), savedReports.schedule.body),
    initial: valuesOf(saved),
    valuesOfCurrent: row => valuesOf(row as SavedReport),
    send: values =>
      request(savedReports.schedule, {
        params: { id: saved.id },
        body: bodyOf(values),
        shownInPlace: true,
      }),
    onDone: ({ name, schedule }) => {
      reload(() =>
        toast.success(schedule?.state === 'paused' ? `“${name}” paused.` : `“${name}” scheduled.`),
      );
      onClose();
    },
    failure: 'The schedule could not be saved.',
  });
  const { getInputProps, values } = form.form;
  const { files, isList } = reportKind(saved.report);
  const formats = optionsFrom(formatNames).filter(({ value }) => files[value as Body['format']]);
  return (
    <FormDialog
      title={`Send “${saved.name}” by email`}
      size="lg"
      form={form}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className="form-columns">
        <NativeSelect
          label="How often"
          data-autofocus
          data={optionsFrom(cadenceNames)}
          {...getInputProps('every')}
        />
        {values.every === 'week' && (
          <NativeSelect label="Day of the week" data={weekdays} {...getInputProps('weekday')} />
        )}
        {values.every === 'month' && (
          <NativeSelect label="Day of the month" data={monthDays} {...getInputProps('month_day')} />
        )}
        <NativeSelect label="At" description="London time" data={hours} {...getInputProps('hour')} />
        <NativeSelect
          label="Format"
          description="Attached to the email"
          data={formats}
          {...getInputProps('format')}
        />
      </div>
      <Textarea
        label="To"
        description={`One email address per line, at most ${maxRecipients}`}
        required
        autosize
        minRows={2}
        maxRows={10}
        {...getInputProps('recipients')}
      />
      <Checkbox
        label="Skip empty reports"
        description={isList ? emptyList : zeroAmounts}
        {...getInputProps('skip_if_empty', { type: 'checkbox' })}
      />
      <Checkbox label="Paused" {...getInputProps('is_paused', { type: 'checkbox' })} />
    </FormDialog>
  );
}
