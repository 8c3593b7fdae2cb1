import { expect, test } from 'vitest';
import { allNotificationKinds, canBeNotified, kindsOf, notificationKinds } from './notification-kinds';

const holder = (...permissions: string[]) => ({ roles: [], permissions });
const administrator = { roles: [{ name: 'Admin' }], permissions: [] };
const kindsTo = (to: 'person' | 'administrators') =>
  allNotificationKinds.filter(kind => notificationKinds[kind].to === to);

test('a notification reaches the user concerned, administrators, or those with all of its permissions', () => {
  const [personal] = kindsTo('person');
  const [forAdministrators] = kindsTo('administrators');
  if (!personal || !forAdministrators) throw new Error('Both kinds exist');
  expect(canBeNotified(personal, holder())).toBe(true);
  expect(canBeNotified(forAdministrators, holder('view_user', 'edit_user'))).toBe(false);
  expect(canBeNotified(forAdministrators, administrator)).toBe(true);
  const forApprovers = allNotificationKinds.find(kind => {
    const { to } = notificationKinds[kind];
    return Array.isArray(to) && to.includes('approve_purchaseorder');
  });
  if (!forApprovers) throw new Error('Orders wait for approval');
  expect(canBeNotified(forApprovers, holder('approve_purchaseorder'))).toBe(false);
  expect(canBeNotified(forApprovers, holder('approve_purchaseorder', 'view_purchaseorder'))).toBe(true);
});

test('a user’s switches are those of the notifications that can reach them, in the order of the table', () => {
  expect(kindsOf(holder())).toEqual(kindsTo('person'));
  expect(kindsOf(administrator)).toEqual(allNotificationKinds);
});
