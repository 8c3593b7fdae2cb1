import { usePageTitle } from '../../platform/page-title';
import { PageHeader } from '../../ui/page-header';

export function DashboardPage() {
  usePageTitle('Dashboard');
  return <PageHeader title="Dashboard" />;
}
