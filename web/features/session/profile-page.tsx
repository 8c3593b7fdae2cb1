import { usePageTitle } from '../../platform/page-title';
import { PageHeader } from '../../ui/page-header';

export function ProfilePage() {
  usePageTitle('Profile');
  return <PageHeader title="Profile" />;
}
