import { Alert, Text, TextInput } from '@mantine/core';
import { formatDate, formatMoment } from '#domain/kernel/dates';
import { type TimeStampingSettings, timeStamping } from '#domain/settings/time-stamping.contract';
import { Form } from '../../ui/form/form';
import { SettingCard } from './setting-card';
import { useSettingForm } from './use-setting-form';

/** Who confirms at what time the audit log of each day was as it is. */
export const TimeStampCard = () => (
  <SettingCard
    title="Time stamps of the audit log"
    about="A time-stamping authority (RFC 3161) can confirm from outside that the audit log of a day already existed. It receives a hash of the signed day, and nothing else. The stamps are part of the proof on the Audit Log page."
    get={timeStamping.get}
    save={timeStamping.save}
    recordedAs="Time-stamping of the audit log"
  >
    {({ setting, onSaved }) => <TimeStampForm setting={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Props = { setting: TimeStampingSettings; onSaved: (saved: TimeStampingSettings) => void };
type Values = { address: string; version: number };

function TimeStampForm({ setting, onSaved }: Props) {
  const form = useSettingForm(timeStamping.save, {
    setting,
    onSaved,
    valuesOf,
    failure: 'The setting could not be saved.',
  });
  return (
    <Form form={form} submitLabel="Save">
      <TextInput
        label="Authority"
        description="From your time-stamping authority. Leave blank to sign days without stamping them"
        placeholder="https://tsa.example.com/tsr"
        maxLength={500}
        {...form.form.getInputProps('address')}
      />
      <Progress setting={setting} />
    </Form>
  );
}

function Progress({ setting: { address, last, problem } }: { setting: TimeStampingSettings }) {
  if (address === null) return null;
  if (problem)
    return (
      <Alert color="red" variant="light" mt={12}>
        {problem.reason} Last tried {formatMoment(problem.failed_at)}; tried again at{' '}
        {formatMoment(problem.next_try_at)}.
      </Alert>
    );
  return (
    <Text size="sm" c="dimmed" mt={12}>
      {last
        ? `Stamped up to ${formatDate(last.day)}, at ${formatMoment(last.stamped_at)}.`
        : 'The first time stamp is added after midnight, once a day has been signed.'}
    </Text>
  );
}

const valuesOf = ({ address, version }: TimeStampingSettings): Values => ({
  address: address ?? '',
  version,
});
