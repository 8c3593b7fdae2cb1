import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '#domain/kernel/dates';
import { twoFactor } from '#domain/session/two-factor.contract';
import { request } from '../../platform/api';
import { ApiError, messageOf } from '../../platform/api-error';
import { beginSession, refreshSession, useUser } from '../../platform/session';
import { Card } from '../../ui/card';
import type { Load } from '../../ui/table/data-table';
import { Form, useContractForm } from '../../ui/form/form';
import { LoadFailure } from '../../ui/load-failure';
import type { Notices } from '../../ui/notice';
import { PasswordInput } from '../../ui/form/password-input';
import { NoPasswordNeeded } from './no-password-needed';
import { RecoveryCodes } from './recovery-codes';
import { ownConfirmation, ownDevices, ownTwoFactor } from './profile.queries';
import { SetUpApp, type StartedSetUp } from './set-up-app';

type TwoFactorEnabled = { message: string; recovery_codes: string[] };

/** Two-factor sign-in: set-up with an app, and recovery codes. */
export function TwoFactorCard({ notices }: { notices: Notices }) {
  const state = useQuery(ownTwoFactor);
  const user = useUser();
  const queries = useQueryClient();
  const [started, setStarted] = useState<StartedSetUp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const changed = () => {
    void state.refetch();
    void queries.invalidateQueries({ queryKey: ownDevices.queryKey });
  };
  const made = (reply: TwoFactorEnabled) => {
    setStarted(null);
    setCodes(reply.recovery_codes);
    beginSession({ ...user, must_set_two_factor: false });
    notices.succeeded(reply.message);
    changed();
  };
  const off = (message: string) => {
    setCodes(null);
    notices.succeeded(message);
    changed();
    // If the company requires it, it must be set up again before anything else.
    void refreshSession();
  };
  const { data } = state;
  return (
    <Card title="Two-factor sign-in">
      {codes && (
        <RecoveryCodes key={codes[0]} codes={codes} account={user.email} onKept={() => setCodes(null)} />
      )}
      {started ? (
        <SetUpApp started={started} onConfirmed={made} onCancel={() => setStarted(null)} />
      ) : !data ? (
        <Waiting page={state} />
      ) : data.since ? (
        <On since={data.since} codesLeft={data.recovery_codes_left} onMade={made} onOff={off} />
      ) : (
        <Start onStarted={setStarted} />
      )}
    </Card>
  );
}

const Waiting = ({ page }: { page: Load }) =>
  page.isError ? <LoadFailure page={page} /> : <p className="dialog-note">Loading…</p>;

type StartProps = { onStarted: (started: StartedSetUp) => void };

function Start({ onStarted }: StartProps) {
  const page = useQuery(ownConfirmation);
  const { data } = page;
  if (!data) return <Waiting page={page} />;
  return (
    <>
      <p className="dialog-note">
        Off. When on, you need a code from an app on your phone as well as your password, so a stolen password
        alone is not enough.
      </p>
      {data.by_provider === null ? (
        <StartForm onStarted={onStarted} />
      ) : (
        <StartAfterProvider provider={data.by_provider.name} onStarted={onStarted} />
      )}
    </>
  );
}

function StartAfterProvider({ provider, onStarted }: StartProps & { provider: string }) {
  const form = useContractForm({
    schema: twoFactor.setUp.body,
    initial: {},
    send: body => request(twoFactor.setUp, { body, shownInPlace: true }),
    onDone: onStarted,
    failure: 'Two-factor sign-in could not be set up.',
  });
  return (
    <Form form={form} submitLabel="Set up">
      <NoPasswordNeeded provider={provider} />
    </Form>
  );
}

function StartForm({ onStarted }: StartProps) {
  const form = useContractForm({
    schema: twoFactor.setUp.body,
    initial: { current_password: '' },
    send: body => request(twoFactor.setUp, { body, shownInPlace: true }),
    onDone: onStarted,
    failure: 'Two-factor sign-in could not be set up.',
  });
  return (
    <Form form={form} submitLabel="Set up">
      <div className="form-columns">
        <PasswordInput
          label="Your password"
          required
          autoComplete="current-password"
          {...form.form.getInputProps('current_password')}
        />
      </div>
    </Form>
  );
}

type OnProps = {
  since: Date;
  codesLeft: number;
  onMade: (result: TwoFactorEnabled) => void;
  onOff: (message: string) => void;
};

function On(props: OnProps) {
  const page = useQuery(ownConfirmation);
  const { data } = page;
  if (!data) return <Waiting page={page} />;
  return <OnForm {...props} provider={data.by_provider?.name} />;
}

function OnForm({ since, codesLeft, onMade, onOff, provider }: OnProps & { provider: string | undefined }) {
  const blank = provider === undefined ? { current_password: '', code: '' } : { code: '' };
  const form = useContractForm({
    schema: twoFactor.newRecoveryCodes.body,
    initial: blank,
    send: body => request(twoFactor.newRecoveryCodes, { body, shownInPlace: true }),
    onDone: reply => {
      form.form.setValues(blank);
      onMade(reply);
    },
    failure: 'The recovery codes could not be created.',
  });
  const [problem, setProblem] = useState<string | null>(null);
  const field = form.form.getInputProps;
  const turnOff = async () => {
    setProblem(null);
    if (form.form.validate().hasErrors) return;
    try {
      const body = form.form.getValues();
      onOff((await request(twoFactor.turnOff, { body, shownInPlace: true })).message);
    } catch (error) {
      if (error instanceof ApiError)
        form.form.setErrors(
          Object.fromEntries(Object.entries(error.errors).map(([name, [first]]) => [name, first])),
        );
      setProblem(messageOf(error, 'Two-factor sign-in could not be turned off.'));
    }
  };
  return (
    <>
      <p className="dialog-note">
        On since {formatDay(since)}.{' '}
        {codesLeft === 1 ? '1 recovery code is' : `${codesLeft} recovery codes are`} left.
      </p>
      {problem && (
        <p className="dialog-note" role="alert">
          {problem}
        </p>
      )}
      {provider !== undefined && <NoPasswordNeeded provider={provider} />}
      <Form form={form} submitLabel="Create new recovery codes">
        <div className="form-columns">
          {provider === undefined && (
            <PasswordInput
              label="Your password"
              required
              autoComplete="current-password"
              {...field('current_password')}
            />
          )}
          <TextInput
            label="Code"
            description="From your app, or a recovery code"
            required
            autoComplete="one-time-code"
            spellCheck={false}
            {...field('code')}
          />
        </div>
        <div>
          <Button variant="light" color="red" onClick={() => void turnOff()}>
            Turn off two-factor sign-in
          </Button>
        </div>
      </Form>
    </>
  );
}
