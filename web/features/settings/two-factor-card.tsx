import { NativeSelect } from '@mantine/core';
import {
  twoFactor,
  type TwoFactorPolicy,
  twoFactorRequired,
  type TwoFactorRequired,
} from '#domain/session/two-factor.contract';
import { request } from '../../platform/api';
import { refreshSession } from '../../platform/session';
import { Form, useContractForm } from '../../ui/form/form';
import { SettingCard } from './setting-card';

/** Who must use two-factor sign-in. */
export const TwoFactorSettingCard = () => (
  <SettingCard
    title="Two-factor sign-in"
    about="Sign-in needs a code from a phone app as well as the password. Users who must use it can only open their profile until they set it up. PIN sign-in at a till does not need a code."
    get={twoFactor.policy}
    save={twoFactor.setPolicy}
    recordedAs="Two-factor sign-in"
  >
    {({ setting, onSaved }) => <PolicyForm policy={setting} onSaved={onSaved} />}
  </SettingCard>
);

const inWords: Readonly<Record<TwoFactorRequired, string>> = {
  nobody: 'No one (optional for each user)',
  administrators: 'Administrators',
  everybody: 'All users',
};

type Props = { policy: TwoFactorPolicy; onSaved: (saved: TwoFactorPolicy) => void };

function PolicyForm({ policy, onSaved }: Props) {
  const form = useContractForm<TwoFactorPolicy, TwoFactorPolicy>({
    schema: twoFactor.setPolicy.body,
    initial: policy,
    send: body => request(twoFactor.setPolicy, { body, shownInPlace: true }),
    // The new rule may apply to the current user, who must then set it up first.
    onDone: async saved => {
      await refreshSession();
      onSaved(saved);
    },
    failure: 'The setting could not be saved.',
  });
  return (
    <Form form={form} submitLabel="Save">
      <div className="form-columns">
        <NativeSelect
          label="Require two-factor sign-in for"
          data={twoFactorRequired.options.map(option => ({ value: option, label: inWords[option] }))}
          {...form.form.getInputProps('required_of')}
        />
      </div>
    </Form>
  );
}
