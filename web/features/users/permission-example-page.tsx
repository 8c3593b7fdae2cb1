import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Explanation } from '#domain/users/role.contract';
import { capitalise } from '#domain/kernel/capitalise';
import { areas, permissionModules } from '#domain/kernel/permissions';
import { usePageTitle } from '../../platform/page-title';
import { useUser } from '../../platform/session';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { PageHeader } from '../../ui/page-header';
import './users.css';
import { ownPermissions } from './users.queries';

/** The current user's permissions by module and action, with the reason for each. */
export function PermissionExamplePage() {
  usePageTitle('Permissions');
  const user = useUser();
  const page = useQuery(ownPermissions);
  const allowed = page.data?.data.filter(row => row.allowed).length;
  const held = user.roles.map(role => role.name).join(', ') || 'no role';
  return (
    <>
      <PageHeader
        title="Your permissions"
        detail={
          page.data ? `${allowed} of ${page.data.data.length} permissions, from ${held}` : `From ${held}`
        }
      />
      <Card title="Permissions by area" flush>
        {page.data ? (
          areas.map(area => (
            <AreaOfPermissions
              key={area}
              area={area}
              rows={page.data.data.filter(row => moduleOf(row.module)?.area === area)}
            />
          ))
        ) : (
          <DataTable label="Permissions" rows={undefined} rowKey={() => ''} columns={columns} />
        )}
      </Card>
    </>
  );
}

/** One area of permissions. Collapsed on narrow screens. */
function AreaOfPermissions({ area, rows }: { area: string; rows: readonly Explanation[] }) {
  const narrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  if (rows.length === 0) return null;
  const allowed = rows.filter(row => row.allowed).length;
  return (
    <details className="permission-area" open={!narrow}>
      <summary>
        <h3>{area}</h3>
        <span className="figures">
          {allowed} of {rows.length} allowed
        </span>
      </summary>
      <DataTable
        label={`Permissions: ${area}`}
        rows={rows}
        rowKey={row => row.permission}
        columns={columns}
      />
    </details>
  );
}

/** In the words of the roles page, where an everyday action is a column. */
const actionOf = ({ module, permission, action }: Explanation) => {
  const finer: Readonly<Record<string, string>> = moduleOf(module)?.finer ?? {};
  return finer[permission] ?? capitalise(action);
};

const moduleOf = (module: string) => permissionModules.find(entry => entry.module === module);

const columns: readonly Column<Explanation>[] = [
  { header: 'Module', width: '17%', cell: row => moduleOf(row.module)?.label ?? row.module },
  { header: 'Action', width: '20%', cell: actionOf },
  { header: 'Permission', width: '23%', cell: row => <code>{row.permission}</code> },
  {
    header: 'Result',
    width: '10%',
    cell: row =>
      row.allowed ? <Badge tone="success">Allowed</Badge> : <Badge tone="danger">Not allowed</Badge>,
  },
  { header: 'Reason', cell: row => row.reason },
];
