import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { addDays, londonDate } from '#domain/kernel/dates';
import { type Permission, permissionModules, permissionsOf } from '#domain/kernel/permissions';
import { apiTokens } from '#domain/session/api-token.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import { Form, useContractForm } from '../../ui/form/form';
import { isUnanswered } from '../../ui/form/use-attempts';
import './account-safety.css';

type Values = { name: string; days: string; permissions: Permission[] };
type Props = { onMade: (token: string, name: string) => void; onCancel: () => void };

const bodyOf = ({ days, ...values }: Values) => ({
  ...values,
  expires_on: addDays(londonDate(new Date()), Number(days)),
});
const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

/** A token is shown once, so one whose answer was lost can only be revoked. */
function sayIfUnanswered(error: unknown): never {
  if (!isUnanswered(error)) throw error;
  throw new ApiError(0, {
    message:
      'No answer came. A token may have been created. Revoke it in the list before you create another.',
  });
}

/** Creates a token with a name, an expiry date and a subset of the user's permissions. */
export function TokenForm({ onMade, onCancel }: Props) {
  const form = useContractForm<Values, { token: string; name: string }>({
    schema: z.preprocess(values => bodyOf(values as Values), apiTokens.create.body),
    initial: { name: '', days: '90', permissions: [] },
    send: async values => {
      const { token, api_token } = await request(apiTokens.create, {
        body: bodyOf(values),
        shownInPlace: true,
      }).catch(sayIfUnanswered);
      return { token, name: api_token.name };
    },
    onDone: ({ token, name }) => onMade(token, name),
    failure: 'The token could not be created.',
  });
  const { getInputProps, values, errors } = form.form;
  const choose = (permissions: Permission[]) => form.form.setFieldValue('permissions', permissions);
  return (
    <Form form={form} submitLabel="Create token" onCancel={onCancel}>
      <div className="form-columns">
        <TextInput
          label="Name"
          description="What the token is for"
          required
          maxLength={60}
          autoComplete="off"
          autoFocus
          {...getInputProps('name')}
        />
        <NativeSelect
          label="Expires after"
          description="The token stops working on that date"
          data={lifetimes}
          {...getInputProps('days')}
        />
      </div>
      <RightsChoice chosen={values.permissions} onChoose={choose} error={errors.permissions} />
    </Form>
  );
}

type ChoiceProps = {
  chosen: readonly Permission[];
  onChoose: (permissions: Permission[]) => void;
  error: ReactNode;
};

/** The user's own permissions. A token cannot have others. */
function RightsChoice({ chosen, onChoose, error }: ChoiceProps) {
  const { can } = useAccess();
  const modules = permissionModules
    // A token can never manage accounts.
    .filter(entry => entry.module !== 'user')
    .map(entry => ({
      label: entry.label,
      rights: permissionsOf(entry).filter(({ permission }) => can(permission)),
    }))
    .filter(({ rights }) => rights.length > 0);
  const viewing = modules.flatMap(({ rights }) =>
    rights.filter(right => right.label.startsWith('View ')).map(({ permission }) => permission),
  );
  const tick = (permission: Permission, on: boolean) =>
    onChoose(on ? [...chosen, permission] : chosen.filter(other => other !== permission));
  return (
    <fieldset className="token-rights">
      <legend>Permissions</legend>
      <div className="token-rights-head">
        <span>What the program can do. A token can never do more than you can.</span>
        <Button size="xs" variant="default" onClick={() => onChoose(viewing)}>
          Read-only
        </Button>
        <Button size="xs" variant="default" disabled={chosen.length === 0} onClick={() => onChoose([])}>
          None
        </Button>
      </div>
      {error && <p role="alert">{error}</p>}
      <div className="token-rights-grid">
        {modules.map(({ label, rights }) => (
          <div key={label} role="group" aria-label={label}>
            <strong>{label}</strong>
            {rights.map(right => (
              <Checkbox
                key={right.permission}
                label={right.label}
                checked={chosen.includes(right.permission)}
                onChange={event => tick(right.permission, event.currentTarget.checked)}
              />
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
