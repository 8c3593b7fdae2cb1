import { Alert, Checkbox, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import { type UserDetail, type UserRow, users } from '#domain/users/user.contract';
import { request } from '../../platform/api';
import { isNotFound } from '../../platform/api-error';
import { useCanOpen } from '../../platform/may-open';
import { usePageTitle } from '../../platform/page-title';
import { Card } from '../../ui/card';
import { type ContractForm, Form, useContractForm } from '../../ui/form/form';
import { LoadFailure } from '../../ui/load-failure';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { LinkButton } from '../../ui/links';
import { BackButton } from '../../ui/page-link';
import { ShownTogether } from '../../ui/shown-together';
import { useShownVersion } from '../../ui/form/use-shown-version';
import { useReload } from '../../platform/reload';
import { RecordActivity } from '../notes';
import { UserActions } from './user-actions';
import './users.css';
import { allRoles, userById } from './users.queries';
import { SignInDetailsAlert, type SignInDetails } from './sign-in-details-alert';

/** Adds a user. The sign-in details are shown once, on the new user's page. */
export function UserCreatePage() {
  usePageTitle('Add user');
  const [added, setAdded] = useState<SignInDetails | null>(null);
  return (
    <>
      <PageHeader title="Add user" actions={<BackToList />} />
      {added ? (
        <SignInDetailsAlert signInDetails={added} />
      ) : (
        <ShownTogether>
          <UserForm user={null} onSaved={setAdded} />
        </ShownTogether>
      )}
    </>
  );
}

/** Edits the name, address and roles of a user, with further actions for the account. */
export function UserEditPage() {
  const id = Number(useParams({ strict: false }).id);
  const isId = Number.isSafeInteger(id) && id > 0;
  const page = useQuery(userById(isId ? id : undefined));
  const notices = useNotice();
  const reload = useReload(users.list);
  const [signInDetails, setWayIn] = useState<SignInDetails | null>(null);
  usePageTitle(page.data?.name ?? 'Edit User');
  const missing = !isId || isNotFound(page.error);
  const changed = (message: string) => {
    reload(() => notices.succeeded(message));
  };
  return (
    <>
      <PageHeader
        title="Edit User"
        detail={page.data?.name ?? (missing ? undefined : '…')}
        actions={
          <>
            {!missing && <CheckAccess userId={id} />}
            <BackToList />
          </>
        }
      />
      <NoticeAlert notices={notices} />
      {signInDetails && <SignInDetailsAlert signInDetails={signInDetails} />}
      {page.data ? (
        <ShownTogether>
          <UserForm key={page.data.id} user={page.data} onSaved={() => changed('Saved successfully!')} />
          <UserActions user={page.data} notices={notices} onChanged={changed} onSignInDetails={setWayIn} />
          <RecordActivity recordType="user" recordId={page.data.id} />
        </ShownTogether>
      ) : missing ? (
        <Alert role="alert" color="red" variant="light">
          User not found
        </Alert>
      ) : page.isError ? (
        <LoadFailure page={page} />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}

/** Why the user can do what, if that page can be opened. */
const CheckAccess = ({ userId }: { userId: number }) =>
  useCanOpen()('/users/access') ? (
    <LinkButton variant="default" to="/users/access" search={{ ask: 'why', user: String(userId) }}>
      Check access
    </LinkButton>
  ) : null;

const BackToList = () => <BackButton to="/users">Back to List</BackButton>;

type Values = Record<string, unknown>;
type Saved = SignInDetails & { readonly user: UserRow };

/**
 * The form follows the refetched user, which actions beside it change too, but never overwrites what is being typed. Returns
 * the user that it shows, and how to begin with a saved one.
 */
function useNewest(form: ContractForm<Values>, user: UserRow | null) {
  const [shown, begin, times] = useShownVersion(user, isSameForm);
  const fill = useEffectEvent(() => {
    const values = valuesOf(shown);
    form.form.setValues(values);
    form.form.resetDirty(values);
    form.beginWith(values);
  });
  useEffect(() => {
    if (times > 0) fill();
  }, [times]);
  return { shown, begin };
}

function UserForm({
  user,
  onSaved,
}: {
  user: UserDetail | null;
  onSaved: (signInDetails: SignInDetails) => void;
}) {
  const navigate = useNavigate();
  const canOpen = useCanOpen();
  const form = useContractForm<Values, Saved>({
    schema: z.preprocess(bodyOf, user ? users.update.body : users.create.body),
    initial: valuesOf(user),
    send: async (values): Promise<Saved> => {
      const body = bodyOf(atVersionOf(newest.shown, values));
      // Its reply holds a password, so it is not kept for a second request with the same key.
      if (!user) return request(users.create, { body, shownInPlace: true });
      const saved = await request(users.update, { params: { id: user.id }, body, shownInPlace: true });
      return { message: '', temporary_password: null, user: saved };
    },
    onDone: saved => {
      newest.begin(saved.user);
      onSaved(saved);
    },
    failure: 'Error',
    valuesOfCurrent: row => valuesOf(row as UserRow),
  });
  const newest = useNewest(form, user);
  const field = form.form.getInputProps;
  const disabled = user?.can.edit.allowed === false;
  const canSetAddress = user?.can.take_over.allowed !== false;
  return (
    <Card title="Account">
      {disabled && <p className="form-note">{user.can.edit.reason}</p>}
      <Form
        form={form}
        submitLabel="Save"
        onCancel={() => void navigate({ to: canOpen('/users') ? '/users' : '/', ignoreBlocker: true })}
      >
        <div className="form-columns">
          <TextInput
            label="Name"
            required
            maxLength={100}
            autoComplete="off"
            disabled={disabled}
            {...field('name')}
          />
          <TextInput
            label="Email"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            description={canSetAddress ? undefined : user?.can.take_over.reason}
            disabled={disabled || !canSetAddress}
            {...field('email')}
          />
        </div>
        <RoleChoice
          chosen={form.form.getValues().roles as UserRow['roles']}
          error={form.form.errors.role_ids}
          disabled={disabled}
          onChange={roles => {
            form.form.clearFieldError('role_ids');
            form.form.setFieldValue('roles', roles);
          }}
        />
      </Form>
    </Card>
  );
}

/** Roles are held with their names, which a choice between two edits shows. */
const valuesOf = (user: UserRow | null): Values => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  roles: inOrder(user?.roles ?? []),
  ...(user ? { version: user.version } : {}),
});

const isSameForm = (one: UserRow | null, other: UserRow | null): boolean =>
  JSON.stringify({ ...valuesOf(one), version: null }) ===
  JSON.stringify({ ...valuesOf(other), version: null });

/** A newer version that looks the same in the form has been taken over without it. */
const atVersionOf = (shown: UserRow | null, values: Values): Values =>
  shown ? { ...values, version: Math.max(Number(values.version), shown.version) } : values;

/** In one order, however they were chosen, so that the same roles are no difference. */
const inOrder = (roles: UserRow['roles']): UserRow['roles'] =>
  roles.map(({ id, name }) => ({ id, name })).toSorted((one, other) => one.id - other.id);

function bodyOf(values: unknown): BodySent<typeof users.update> {
  const { roles, ...body } = values as Pick<UserRow, 'name' | 'email' | 'roles'> & { version?: number };
  return { ...body, role_ids: roles.map(({ id }) => id) };
}

type RoleChoiceProps = {
  chosen: UserRow['roles'];
  error: React.ReactNode;
  disabled: boolean;
  onChange: (roles: UserRow['roles']) => void;
};

/** The roles to assign, with their descriptions. */
function RoleChoice({ chosen, error, disabled, onChange }: RoleChoiceProps) {
  const { data } = useQuery(allRoles);
  const toggle = (role: UserRow['roles'][number], on: boolean) =>
    onChange(inOrder(on ? [...chosen, role] : chosen.filter(({ id }) => id !== role.id)));
  return (
    <Checkbox.Group label="Roles" error={error} value={chosen.map(({ id }) => String(id))}>
      <div className="role-choice">
        {data?.data.map(role => (
          <Checkbox
            key={role.id}
            value={String(role.id)}
            label={role.name}
            description={role.description ?? undefined}
            disabled={disabled}
            onChange={event => toggle(role, event.currentTarget.checked)}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
