import { Stack, Text, Title } from '@mantine/core';
import { passesGuard } from '#domain/kernel/access';
import { navigation } from '../navigation';
import { useCanOpen } from '../platform/may-open';
import { usePageTitle } from '../platform/page-title';
import { useUser } from '../platform/session';
import { TextLink } from '../ui/links';

/** Create pages, which are not in the menu but may be all that a user can open. */
const adding = [
  { label: 'Add customer', path: '/customers/create', list: '/customers' },
  { label: 'Add product', path: '/products/create', list: '/products' },
  { label: 'Add purchase order', path: '/purchases/create', list: '/purchases' },
  { label: 'Add employee', path: '/employees/create', list: '/employees' },
  { label: 'Add expense', path: '/expenses/create', list: '/expenses' },
  { label: 'Add user', path: '/users/create', list: '/users' },
] as const;

/** The fallback for users without the dashboard: the pages they can open. */
export function NoAccess() {
  const user = useUser();
  usePageTitle('No access');
  const canOpen = useCanOpen();
  const open = [
    ...navigation.flatMap(group => group.items).filter(item => passesGuard(user, item.guard)),
    ...adding.filter(({ path, list }) => canOpen(path) && !canOpen(list)),
  ];
  return (
    <Stack gap={8} maw={480}>
      <Title order={1} size="20px">
        You do not have access to the dashboard
      </Title>
      <Text>
        {open.length > 0
          ? 'You can open these pages:'
          : 'Your account has no permissions yet. Ask an administrator to give you a role.'}
      </Text>
      {open.map(item => (
        <TextLink key={item.path} to={item.path}>
          {item.label}
        </TextLink>
      ))}
    </Stack>
  );
}
