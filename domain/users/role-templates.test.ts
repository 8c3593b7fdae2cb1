import { expect, test } from 'vitest';
import { allPermissions } from '../kernel/permissions';
import { roleTemplates } from './role-templates';

test('an auditor sees everything but pay, exports it, and changes nothing', () => {
  const auditor = roleTemplates.find(({ name }) => name === 'Auditor');
  const expected = allPermissions.filter(
    permission =>
      permission !== 'view_pay' && (permission.startsWith('view_') || permission === 'export_data'),
  );
  expect(new Set(auditor?.permissions)).toEqual(new Set(expected));
  expect(auditor?.permissions).not.toContain('view_pay');
});
