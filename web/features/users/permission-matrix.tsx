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

/**
 * Modules as rows, actions as columns, other permissions beside them. A whole row or column can be ticked at
 * once.
 */
export function PermissionMatrix({ held, disabled, error, onChange }: Props) {
  const holds = new Set(held);
  const ticks: Ticks = {
    holds,
    disabled,
    set: (permissions, on) => {
      const next = new Set(holds);
      for (const permission of permissions) {
        if (on) next.add(permission);
        else next.delete(permission);
      }
      onChange([...next]);
    },
  };
  return (
    <div className="matrix-scroll">
      {error && <p role="alert">{error}</p>}
      <table className="matrix">
        <MatrixHead ticks={ticks} />
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
                  <MatrixRow key={entry.module} entry={entry} ticks={ticks} />
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Ticks = {
  readonly holds: ReadonlySet<Permission>;
  readonly disabled: boolean;
  readonly set: (permissions: readonly Permission[], on: boolean) => void;
};

/** One checkbox for one or several permissions; indeterminate if only some are held. */
function Tick({
  label,
  permissions,
  ticks,
}: {
  label: string;
  permissions: readonly Permission[];
  ticks: Ticks;
}) {
  const count = permissions.filter(permission => ticks.holds.has(permission)).length;
  return (
    <Checkbox
      size="xs"
      aria-label={label}
      checked={count === permissions.length}
      indeterminate={count > 0 && count < permissions.length}
      disabled={ticks.disabled}
      onChange={event => ticks.set(permissions, event.currentTarget.checked)}
    />
  );
}

const MatrixHead = ({ ticks }: { ticks: Ticks }) => (
  <thead>
    <tr>
      <th scope="col">Module</th>
      <th scope="col" className="matrix-tick">
        All
      </th>
      {everydayActions.map(action => (
        <th key={action} scope="col" className="matrix-tick">
          {labels[action]}{' '}
          <Tick label={`${labels[action]}, all modules`} permissions={columnOf(action)} ticks={ticks} />
        </th>
      ))}
      <th scope="col">Other permissions</th>
    </tr>
  </thead>
);

function MatrixRow({ entry, ticks }: { entry: Module; ticks: Ticks }) {
  const all = permissionsOf(entry).map(({ permission }) => permission);
  return (
    <tr>
      <th scope="row">{entry.label}</th>
      <td className="matrix-tick">
        <Tick label={`${entry.label}, all actions`} permissions={all} ticks={ticks} />
      </td>
      {everydayActions.map(action => {
        const permission = everydayOf(entry, action);
        return (
          <td key={action} className="matrix-tick">
            {permission && (
              <Tick
                label={`${labels[action]} ${entry.label.toLowerCase()}`}
                permissions={[permission]}
                ticks={ticks}
              />
            )}
          </td>
        );
      })}
      <td>
        <FinerRights
          entry={entry}
          holds={ticks.holds}
          disabled={ticks.disabled}
          onChange={(permission, on) => ticks.set([permission], on)}
        />
      </td>
    </tr>
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
