import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type BackupPlan, backups } from '#domain/settings/backups.contract';
import { Form } from '../../ui/form/form';
import { SettingCard } from './setting-card';
import { useSettingForm } from './use-setting-form';

/** The schedule of backups and how many to keep. */
export const BackupPlanCard = () => (
  <SettingCard
    title="Scheduled backups"
    about="Backups run in the background while you work. Older scheduled backups are deleted, but the newest verified backup is always kept. Backups you start yourself stay until you delete them. All are stored on the server, so download one regularly or copy the folder elsewhere."
    get={backups.plan}
    save={backups.savePlan}
    recordedAs="Backups"
  >
    {({ setting, onSaved }) => <PlanForm plan={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Values = { is_on: boolean; hour: string; keep: string; version: number };

function PlanForm({ plan, onSaved }: { plan: BackupPlan; onSaved: (saved: BackupPlan) => void }) {
  const form = useSettingForm(backups.savePlan, {
    setting: plan,
    onSaved,
    valuesOf,
    bodyOf,
    failure: 'The schedule could not be saved.',
  });
  const { values, getInputProps: field } = form.form;
  return (
    <Form form={form} submitLabel="Save">
      <Checkbox label="Make a backup every day" {...field('is_on', { type: 'checkbox' })} />
      <div className="form-columns">
        <NativeSelect
          label="Time of day"
          description="London time"
          disabled={!values.is_on}
          data={hours}
          {...field('hour')}
        />
        <TextInput
          label="Backups to keep"
          description="Applies to scheduled backups"
          inputMode="numeric"
          maxLength={3}
          classNames={{ input: 'figures' }}
          {...field('keep')}
        />
      </div>
    </Form>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const valuesOf = ({ is_on, hour, keep, version }: BackupPlan): Values => ({
  is_on,
  hour: String(hour),
  keep: String(keep),
  version,
});
const bodyOf = ({ is_on, hour, keep, version }: Values) => ({
  is_on,
  hour: Number(hour),
  keep: Number(keep),
  version,
});
