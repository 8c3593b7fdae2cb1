import { NativeSelect } from '@mantine/core';
import { type SecuritySettings, securitySettings } from '#domain/settings/security.contract';
import { Form } from '../../ui/form/form';
import { ProviderCard } from './provider-card';
import { SettingCard } from './setting-card';
import { TimeStampCard } from './time-stamp-card';
import { TwoFactorSettingCard } from './two-factor-card';
import { useSettingForm } from './use-setting-form';

/** Sign-in rules, automatic sign-out, single sign-on, and who stamps the audit log. */
export const SecuritySection = () => (
  <>
    <SigningInCard />
    <TwoFactorSettingCard />
    <ProviderCard />
    <TimeStampCard />
  </>
);

/** The inactivity limit. */
const SigningInCard = () => (
  <SettingCard
    title="Sign-in"
    about="Users who are inactive for this long must sign in again. Cashiers who signed in by PIN are signed out after an hour at the latest. Every session ends after seven days."
    get={securitySettings.get}
    save={securitySettings.save}
    recordedAs="Security"
  >
    {({ setting, onSaved }) => <SecurityForm security={setting} onSaved={onSaved} />}
  </SettingCard>
);

const idleChoices = [15, 30, 60, 120, 240, 480, 720, 1440];
const inWords = (minutes: number) =>
  minutes % 60 === 0 ? `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}` : `${minutes} minutes`;

type Props = { security: SecuritySettings; onSaved: (saved: SecuritySettings) => void };
type Values = { idle_minutes: string; version: number };

function SecurityForm({ security, onSaved }: Props) {
  const form = useSettingForm(securitySettings.save, {
    setting: security,
    onSaved,
    valuesOf,
    bodyOf,
    failure: 'The setting could not be saved.',
  });
  // A value set through the API may not be one of the usual choices.
  const choices = [...new Set([...idleChoices, security.idle_minutes])].toSorted((one, other) => one - other);
  return (
    <Form form={form} submitLabel="Save">
      <div className="form-columns">
        <NativeSelect
          label="Sign out after"
          data={choices.map(minutes => ({ value: String(minutes), label: inWords(minutes) }))}
          {...form.form.getInputProps('idle_minutes')}
        />
      </div>
    </Form>
  );
}

const valuesOf = ({ idle_minutes, version }: SecuritySettings): Values => ({
  idle_minutes: String(idle_minutes),
  version,
});
const bodyOf = ({ idle_minutes, version }: Values) => ({ idle_minutes: Number(idle_minutes), version });
