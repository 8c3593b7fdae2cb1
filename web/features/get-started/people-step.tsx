import { roleTemplates } from '#domain/users/role-templates';
import { Card } from '../../ui/card';
import { FactList } from '../../ui/record/fact-list';
import { StepLinks } from './step-links';

/** Roles first, because an account needs one. */
export const PeopleStep = () => (
  <>
    <StepLinks
      title="What to do"
      links={[
        {
          to: '/users/roles',
          label: '1. Add the roles you need',
          about: 'Choose “Start from a template”. Each role is a set of permissions that you can change.',
        },
        {
          to: '/users/create',
          label: '2. Add a user',
          about: 'They sign in with a temporary password and then choose their own.',
        },
        {
          to: '/employees/create',
          label: 'Add an employee record',
          about: 'Only for hours, holidays and wages. Employees need no account.',
        },
      ]}
    />
    <Card title="The role templates">
      <FactList facts={roleTemplates.map(({ name, description }) => ({ label: name, value: description }))} />
    </Card>
  </>
);
