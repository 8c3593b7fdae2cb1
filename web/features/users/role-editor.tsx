import { Button, TextInput } from '@mantine/core';
import * as z from 'zod';
import type { Permission } from '#domain/kernel/permissions';
import type { BodySent } from '#domain/kernel/call';
import { type Role, roles } from '#domain/users/role.contract';
import { askForText } from '../../platform/confirm';
import { request } from '../../platform/api';
import { Card } from '../../ui/card';
import { Form, useContractForm } from '../../ui/form/form';
import { leaving } from '../../platform/unsaved';
import { type Notices, removeAfterConfirming } from '../../ui/notice';
import { PermissionMatrix } from './permission-matrix';
import { RolePreview } from './role-preview';

/** A role being edited; new if it has no id. */
export type RoleDraft = {
  id: number | null;
  name: string;
  description: string;
  permissions: readonly Permission[];
  /** As typed; blank for none. */
  discount_limit: string;
  version?: number;
};

/** A saved role as it is edited. */
export const draftOf = (role: Role): RoleDraft => ({
  id: role.id,
  name: role.name,
  description: role.description ?? '',
  permissions: role.permissions,
  discount_limit: role.discount_limit === null ? '' : String(role.discount_limit / 100),
  version: role.version,
});

const valuesOf = ({ id: _id, ...values }: RoleDraft): Record<string, unknown> => values;

type Props = {
  draft: RoleDraft;
  /** The saved role, if there is one. */
  role: Role | null;
  canEdit: boolean;
  notices: Notices;
  onSaved: (role: Role | null, message: string) => void;
};

export function RoleEditor({ draft, role, canEdit, notices, onSaved }: Props) {
  const { id } = draft;
  const form = useContractForm<Record<string, unknown>, Role>({
    schema: z.preprocess(bodyOf, id ? roles.update.body : roles.create.body),
    initial: valuesOf(draft),
    send: (edited, idempotencyKey) => {
      const body = bodyOf(edited);
      return id
        ? request(roles.update, { params: { id }, body, shownInPlace: true })
        : request(roles.create, { body, idempotencyKey, shownInPlace: true });
    },
    onDone: saved => onSaved(saved, 'Saved successfully!'),
    failure: 'Error',
    valuesOfCurrent: row => valuesOf(draftOf(row as Role)),
  });
  const field = form.form.getInputProps;
  const fixed = role?.is_system === true || !canEdit;
  const content = (
    <>
      <div className="form-columns">
        <TextInput label="Name" required maxLength={60} disabled={fixed} {...field('name')} />
        <TextInput label="Description" maxLength={200} disabled={fixed} {...field('description')} />
        {role?.is_system !== true && (
          <TextInput
            label="Discount allowed without approval (%)"
            description="If larger than the limit in Settings. Users with this role can approve it for others."
            inputMode="decimal"
            classNames={{ input: 'figures' }}
            disabled={fixed}
            {...field('discount_limit')}
          />
        )}
      </div>
      {role?.is_system ? (
        <p className="form-note">
          Administrators have every permission. This role cannot be changed or deleted.
        </p>
      ) : (
        <PermissionMatrix
          held={form.form.getValues().permissions as Permission[]}
          disabled={fixed}
          error={field('permissions').error}
          onChange={held => form.form.setFieldValue('permissions', held)}
        />
      )}
      {!fixed && (
        <RolePreview
          roleId={id}
          saved={role?.permissions ?? []}
          held={form.form.getValues().permissions as Permission[]}
        />
      )}
    </>
  );
  return (
    <Card
      title={role ? role.name : 'New role'}
      actions={role && canEdit && <RoleActions role={role} notices={notices} onSaved={onSaved} />}
    >
      {fixed ? (
        <div className="form">{content}</div>
      ) : (
        <Form form={form} submitLabel="Save">
          {content}
        </Form>
      )}
    </Card>
  );
}

function bodyOf(values: unknown): BodySent<typeof roles.update> {
  const { discount_limit, permissions, ...body } = values as Omit<RoleDraft, 'id'>;
  const typed = discount_limit.replaceAll(/[%\s]/g, '');
  return { ...body, permissions: [...permissions], discount_limit: typed === '' ? null : typed };
}

function RoleActions({
  role,
  notices,
  onSaved,
}: {
  role: Role;
  notices: Notices;
  onSaved: Props['onSaved'];
}) {
  const params = { id: role.id };
  const duplicate = async () => {
    const name = await askForText({
      title: `Duplicate the role `,
      action: 'Duplicate',
      field: { label: 'Name of the copy', value: `${role.name} copy` },
    });
    if (!name) return;
    try {
      onSaved(
        await request(roles.duplicate, { params, body: { name }, shownInPlace: true }),
        'Saved successfully!',
      );
    } catch (error) {
      notices.failedWrite(error, 'Error');
    }
  };
  const remove = () =>
    void removeAfterConfirming(notices, {
      question: 'Delete this role?',
      send: () => request(roles.remove, { params, shownInPlace: true }),
      failure: 'Error',
      onDone: () => onSaved(null, 'Deleted successfully!'),
    });
  if (role.is_system) return null;
  return (
    <span className="row-actions">
      <Button variant="default" size="xs" onClick={() => leaving(() => void duplicate())}>
        Duplicate
      </Button>
      <Button variant="light" color="red" size="xs" onClick={remove}>
        Delete
      </Button>
    </span>
  );
}
