import { Alert, Button, Checkbox, CopyButton, Group, TextInput } from '@mantine/core';
import { Copy, PlugZap, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { type SignInProvider, signInProvider } from '#domain/settings/sign-in-provider.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { confirmedRemoval } from '../../platform/confirm';
import { Form } from '../../ui/form/form';
import { PasswordInput } from '../../ui/form/password-input';
import { SettingCard } from './setting-card';
import { useSettingForm } from './use-setting-form';

/** The company's own sign-in provider (decision 128). */
export const ProviderCard = () => (
  <SettingCard
    title="Single sign-on"
    about="Users can sign in with their account at a provider such as Microsoft Entra ID, Google or Keycloak (OpenID Connect). The first time, the provider’s verified email address must be that of an active user here. No one else gets in, and no user is created."
    get={signInProvider.get}
    save={signInProvider.save}
    recordedAs="Sign-in provider"
  >
    {({ setting, onSaved }) => <ProviderForm setting={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Values = {
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  passwords_stay: boolean;
  version: number;
};
type Props = { setting: SignInProvider; onSaved: (saved: SignInProvider) => void };

function ProviderForm({ setting, onSaved }: Props) {
  const form = useSettingForm(signInProvider.save, {
    setting,
    onSaved,
    valuesOf,
    bodyOf,
    failure: 'The sign-in provider could not be saved.',
  });
  const field = form.form.getInputProps;
  return (
    <>
      <RedirectAddress address={setting.redirect_uri} />
      <Form form={form} submitLabel="Save">
        <div className="form-columns">
          <TextInput
            label="Provider name"
            description="Shown on the button, such as “Microsoft”"
            required
            maxLength={40}
            {...field('name')}
          />
          <TextInput
            label="Issuer"
            description="The issuer address exactly as the provider shows it"
            required
            maxLength={300}
            autoCapitalize="none"
            spellCheck={false}
            {...field('issuer')}
          />
          <TextInput
            label="Client ID"
            description="From the provider’s page for this application"
            required
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            {...field('client_id')}
          />
          <PasswordInput
            label="Client secret"
            description={setting.provider ? 'Leave blank to keep the stored secret' : 'Stored encrypted'}
            autoComplete="new-password"
            maxLength={500}
            {...field('client_secret')}
          />
          <Checkbox
            className="form-wide"
            label="Users who sign in through the provider may also use their password"
            description="Administrators can always use theirs, in case the provider cannot be reached."
            {...field('passwords_stay', { type: 'checkbox' })}
          />
        </div>
      </Form>
      <Actions setting={setting} issuer={form.form.values.issuer} onSaved={onSaved} />
    </>
  );
}

/** What the administrator has to enter at the provider. */
const RedirectAddress = ({ address }: { address: string }) => (
  <div className="provider-address">
    <span>
      Redirect URI, to be entered at the provider: <code>{address}</code>
    </span>
    <CopyButton value={address}>
      {({ copied, copy }) => (
        <Button variant="default" size="xs" leftSection={<Copy size={14} />} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  </div>
);

type TestResult = ReplyOf<typeof signInProvider.test>;

/** Tests the entered issuer, saved or not, and removes the provider. */
function Actions({ setting, issuer, onSaved }: Props & { issuer: string }) {
  const { canCall } = useAccess();
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<TestResult | null>(null);
  if (!canCall(signInProvider.test)) return null;
  const failed = (error: unknown, message: string) =>
    setTried({ works: false, message: messageOf(error, message) });
  const tryIt = async () => {
    setBusy(true);
    setTried(null);
    try {
      setTried(await request(signInProvider.test, { body: { issuer }, shownInPlace: true }));
    } catch (error) {
      failed(error, 'The connection could not be tested.');
    } finally {
      setBusy(false);
    }
  };
  const forget = async () => {
    const consequence = 'Users then sign in with their password. The stored secret is deleted.';
    if (!(await confirmedRemoval('Remove this sign-in provider?', 'Remove provider', consequence))) return;
    try {
      onSaved(await request(signInProvider.remove, { shownInPlace: true }));
    } catch (error) {
      failed(error, 'The sign-in provider could not be removed.');
    }
  };
  const count = setting.provider?.linked_users ?? 0;
  return (
    <>
      <Group gap={8}>
        <Button
          variant="default"
          leftSection={<PlugZap size={16} />}
          loading={busy}
          onClick={() => void tryIt()}
        >
          Test connection
        </Button>
        {setting.provider && (
          <Button variant="default" leftSection={<Trash2 size={16} />} onClick={() => void forget()}>
            Remove this provider
          </Button>
        )}
      </Group>
      {tried && (
        <Alert
          role={tried.works ? 'status' : 'alert'}
          color={tried.works ? 'green' : 'red'}
          variant="light"
          styles={{ message: { color: 'var(--mantine-color-text)' } }}
        >
          {tried.message}
        </Alert>
      )}
      {setting.provider && (
        <p className="setting-about">
          {count === 1 ? '1 user is linked' : `${count} users are linked`} to an account there.
        </p>
      )}
    </>
  );
}

const valuesOf = ({ provider, version }: SignInProvider): Values => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  client_secret: '',
  passwords_stay: provider?.passwords_stay ?? true,
  version,
});

const bodyOf = ({ client_secret, ...rest }: Values): BodySent<typeof signInProvider.save> => ({
  ...rest,
  ...(client_secret === '' ? {} : { client_secret }),
});
