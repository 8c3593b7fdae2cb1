import { useQuery } from '@tanstack/react-query';
import { type Explanation, roles } from '#domain/users/role.contract';
import { permissionModules } from '#domain/kernel/permissions';
import { request } from '../../platform/api';
import { usePageTitle } from '../../platform/page-title';
import { useUser } from '../../platform/session';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/data-table';
import { PageHeader } from '../../ui/page-header';

/** What the guards decide for the person in front of the screen: every module and action, the verdict and why. */
export function PermissionExamplePage() {
  usePageTitle('Permissions');
  const user = useUser();
  const page = useQuery({ queryKey: [roles.explain.path], queryFn: () => request(roles.explain) });
  const allowed = page.data?.data.filter(row => row.allowed).length;
  const held = user.roles.map(role => role.name).join(', ') || 'no role';
  return (
    <>
      <PageHeader
        title="Your permissions"
        detail={
          page.data ? `${allowed} of ${page.data.data.length} rights, through ${held}` : `Through ${held}`
        }
      />
      <Card title="What the guards decide" flush>
        <DataTable
          label="Permissions"
          rows={page.data?.data}
          rowKey={row => row.permission}
          columns={columns}
        />
      </Card>
    </>
  );
}

const labelOf = (module: string) => permissionModules.find(entry => entry.module === module)?.label ?? module;

const columns: readonly Column<Explanation>[] = [
  { header: 'Module', cell: row => labelOf(row.module) },
  { header: 'Action', cell: row => row.action },
  { header: 'Permission', cell: row => <code>{row.permission}</code> },
  {
    header: 'Verdict',
    cell: row => (row.allowed ? <Badge tone="success">Allowed</Badge> : <Badge tone="danger">Refused</Badge>),
  },
  { header: 'Reason', cell: row => row.reason },
];
