import { Checkbox } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import {
  areas,
  everydayActions,
  type EverydayAction,
  type Permission,
  permissionModules,
  permissionsOf,
} from '#domain/kernel/permissions';

type Props = {
  held: readonly Permission[];
  disabled: boolean;
  error?: ReactNode;
  onChange: (held: Permission[]) => void;
};
type Module = (typeof permissionModules)[number];

const everydayOf = (entry: Module, action: EverydayAction): Permission | undefined =>
  (entry.everyday as Partial<Record<EverydayAction, Permission>>)[action];
const columnOf = (action: EverydayAction) =>
  permissionModules.flatMap(entry => everydayOf(entry, action) ?? []);
const labels = { view: 'View', create: 'Create', edit: 'Edit', delete: 'Delete' } as const;

/** Modules as rows, actions as columns, finer rights beside; a whole row or column is ticked at once. */
export function PermissionMatrix({ held, disabled, error, onChange }: Props) {
  const holds = new Set(held);
  const set = (permissions: readonly Permission[], on: boolean) => {
    const next = new Set(holds);
    for (const permission of permissions) on ? next.add(permission) : next.delete(permission);
    onChange([...next]);
  };
  const tick = (label: string, permissions: readonly Permission[]) => {
    const count = permissions.filter(permission => holds.has(permission)).length;
    return (
      <Checkbox
        size="xs"
        aria-label={label}
        checked={count === permissions.length}
        indeterminate={count > 0 && count < permissions.length}
        disabled={disabled}
        onChange={event => set(permissions, event.currentTarget.checked)}
      />
    );
  };
  return (
    <div className="matrix-scroll">
      {error && <p role="alert">{error}</p>}
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">Module</th>
            <th scope="col" className="matrix-tick">
              All
            </th>
            {everydayActions.map(action => (
              <th key={action} scope="col" className="matrix-tick">
                {labels[action]} {tick(`${labels[action]}, every module`, columnOf(action))}
              </th>
            ))}
            <th scope="col">Finer rights</th>
          </tr>
        </thead>
        <tbody>
          {areas.map(area => (
            <Fragment key={area}>
              <tr className="matrix-area">
                <th colSpan={everydayActions.length + 3} scope="colgroup">
                  {area}
                </th>
              </tr>
              {permissionModules
                .filter(entry => entry.area === area)
                .map(entry => (
                  <tr key={entry.module}>
                    <th scope="row">{entry.label}</th>
                    <td className="matrix-tick">
                      {tick(
                        `${entry.label}, everything`,
                        permissionsOf(entry).map(({ permission }) => permission),
                      )}
                    </td>
                    {everydayActions.map(action => {
                      const permission = everydayOf(entry, action);
                      return (
                        <td key={action} className="matrix-tick">
                          {permission && tick(`${labels[action]} ${entry.label.toLowerCase()}`, [permission])}
                        </td>
                      );
                    })}
                    <td>
                      <FinerRights
                        entry={entry}
                        holds={holds}
                        disabled={disabled}
                        onChange={(permission, on) => set([permission], on)}
                      />
                    </td>
                  </tr>
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type FinerProps = {
  entry: Module;
  holds: ReadonlySet<Permission>;
  disabled: boolean;
  onChange: (permission: Permission, on: boolean) => void;
};

const FinerRights = ({ entry, holds, disabled, onChange }: FinerProps) => (
  <div className="matrix-finer">
    {Object.entries(entry.finer).map(([permission, label]) => (
      <Checkbox
        key={permission}
        size="xs"
        label={label}
        checked={holds.has(permission as Permission)}
        disabled={disabled}
        onChange={event => onChange(permission as Permission, event.currentTarget.checked)}
      />
    ))}
  </div>
);
