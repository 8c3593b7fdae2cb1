import { expect, test } from 'vitest';
import { can, decideAccess } from '../kernel/access';
import { call, done } from '../kernel/call';
import { toPence } from '../kernel/money';
import type { Permission } from '../kernel/permissions';
import type { Limits, Person, RoleFacts } from './access-answer';
import { groupOfPath } from './action-groups';
import { conditionOfAmount } from './amount-checks';
import { type AccessFacts, evaluateAction, evaluatePage } from './evaluate';
import { previewRole } from './role-preview';
import { smallestChange } from './smallest-change';
import { actionsOf, pages } from './subjects';

const role = (id: number, name: string, permissions: Permission[], user_count = 1): RoleFacts => ({
  id,
  name,
  permissions,
  user_count,
});
const buyer = role(2, 'Buyer', ['view_purchaseorder', 'create_purchaseorder'], 3);
const clerk = role(3, 'Clerk', ['view_purchaseorder', 'approve_purchaseorder', 'view_supplier'], 1);
const approver = role(4, 'Approver', ['approve_purchaseorder'], 0);
const roles = [role(1, 'admin', []), buyer, clerk, approver];
const person = (id: number, name: string, ...held: RoleFacts[]): Person => ({
  id,
  name,
  isActive: true,
  mustChangePassword: false,
  roles: held.map(({ id: roleId, name: roleName }) => ({ id: roleId, name: roleName })),
  permissions: [...new Set(held.flatMap(({ permissions }) => permissions))],
});
const [bea, cat] = [person(1, 'Bea', buyer), person(2, 'Cat', clerk)];
const limits: Limits = {
  refund: null,
  adjustment: null,
  write_off: null,
  stock_count: null,
  bill: toPence(10_000),
  order: toPence(50_000),
  expense: null,
  till_variance: null,
  paid_out: null,
  discount: null,
};
const facts = (people: readonly Person[] = [bea, cat], more: Partial<Limits> = {}): AccessFacts => ({
  people,
  roles,
  limits: { ...limits, ...more },
});

test('P15 a bill above the limit is recorded by those who approve orders, and by no one for those who do not', () => {
  const check = { need: 'bill', limit: 'bill' } as const;
  const asked = (who: Person, amount: number | null, people = [bea, cat]) =>
    conditionOfAmount(check, { person: who, amount, limits, people });
  expect([asked(bea, 10_000), asked(cat, 99_999)]).toEqual([null, null]);
  expect(asked(bea, 10_001)).toEqual({
    kind: 'approval',
    words: 'A bill above the limit is recorded by someone else with “Approve an order above the limit”',
    limit: '£100.00',
    approvers: ['Cat'],
    isPossible: true,
  });
  expect(asked(bea, 10_001, [bea])).toMatchObject({ approvers: [], isPossible: false });
  expect(asked(bea, 10_001, [bea, { ...cat, isActive: false }])).toMatchObject({ isPossible: false });
  // Without an amount it is possible up to the limit, and other users make no difference.
  expect(asked(bea, null, [bea])).toMatchObject({
    words: expect.stringMatching(/^Up to £100\.00\. A bill/),
    isPossible: true,
  });
});

test('P15 an order above the limit waits for a second person, unless its author is the only one who could approve', () => {
  const check = { need: 'order', limit: 'order' } as const;
  const asked = (who: Person, amount: number | null, people: readonly Person[]) =>
    conditionOfAmount(check, { person: who, amount, limits, people });
  const dan = person(3, 'Dan', clerk);
  expect(asked(cat, 50_000, [cat, dan])).toBeNull();
  expect(asked(cat, 50_001, [cat, dan])).toMatchObject({
    kind: 'second_approver',
    words:
      'An order above the limit waits for approval by someone else with “Approve an order above the limit”',
    approvers: ['Dan'],
  });
  expect(asked(cat, 50_001, [cat, bea])).toBeNull();
  expect(asked(bea, 50_001, [bea])).toMatchObject({ isPossible: false });
  // Without a limit nothing waits.
  expect(
    conditionOfAmount(check, {
      person: bea,
      amount: null,
      limits: { ...limits, order: null },
      people: [bea],
    }),
  ).toBeNull();
});

test('the smallest change: a role that brings nothing else comes first, and otherwise the role that others share', () => {
  const { lines } = decideAccess(can('approve_purchaseorder'), bea);
  expect(smallestChange(lines, bea, roles).words).toBe(
    'Give Bea the role “Approver”; or add “Approve an order above the limit” to the role “Buyer”, which 2 other users have.',
  );
  expect(smallestChange(lines, bea, [buyer, clerk]).words).toBe(
    'Add “Approve an order above the limit” to the role “Buyer”, which 2 other users have; or give Bea the role “Clerk”, which brings 1 other permission.',
  );
  const alone = { ...buyer, user_count: 1 };
  expect(smallestChange(lines, person(1, 'Bea', alone), [alone]).words).toBe(
    'Add “Approve an order above the limit” to the role “Buyer”.',
  );
  expect(smallestChange(lines, person(9, 'New'), []).words).toBe(
    'Give New a role with “Approve an order above the limit”.',
  );
  // Of the user's own roles, the one that the fewest have; of two alike, the older.
  const both = person(1, 'Bea', buyer, { ...buyer, id: 8, name: 'Second', user_count: 2 });
  const own = (...counts: [number, number]) =>
    smallestChange(lines, both, [
      { ...buyer, user_count: counts[0] },
      { ...buyer, id: 8, name: 'Second', user_count: counts[1] },
    ]).through?.name;
  expect([own(3, 2), own(2, 3), own(2, 2)]).toEqual(['Second', 'Buyer', 'Buyer']);
});

test('what only administrators can do is no permission', () => {
  const { lines } = decideAccess('administrator', bea);
  expect(smallestChange(lines, bea, roles)).toEqual({
    permissions: [],
    through: null,
    role: roles[0],
    words: 'Only administrators can. Give Bea the role “admin”.',
  });
  expect(smallestChange(lines, bea, [buyer]).role).toBeNull();
});

const calls = [
  call('POST', '/purchases/{id}/send', {
    summary: 'Send an order: by email (rule P2)',
    access: can('create_purchaseorder'),
    reply: done,
  }),
  call('POST', '/purchases/{id}/receive', {
    summary: 'Receive goods',
    access: can('create_purchaseorder'),
    reply: done,
  }),
  call('POST', '/journals', {
    summary: 'Post a manual journal. It is permanent.',
    access: can('adjust_ledger'),
    reply: done,
  }),
  call('GET', '/purchases/export', {
    summary: 'List orders, all rows as a file',
    access: can('view_purchaseorder'),
    reply: done,
  }),
  call('GET', '/health', { summary: 'Whether it runs', access: 'public', reply: done }),
  call('GET', '/users', { summary: 'List users', access: 'signed-in', reply: done }),
];
const actions = actionsOf(calls);

test('each call is an action, named by its first sentence, with the parts that other permissions decide', () => {
  expect(actions.map(({ key, label, group, amount }) => [key, label, group, amount])).toEqual([
    ['POST /purchases/{id}/send', 'Send an order', 'Purchase orders', 'money'],
    ['POST /purchases/{id}/receive', 'Receive goods', 'Purchase orders', null],
    ['POST /purchases/{id}/receive#above-order', 'Receive more than was ordered', 'Purchase orders', null],
    ['POST /journals', 'Post a manual journal', 'Accounting', null],
    ['POST /journals#backdate', 'Backdate a manual journal', 'Accounting', null],
    ['GET /purchases/export', 'Export orders', 'Purchase orders', null],
    ['GET /users', 'List users', 'Users and roles', null],
  ]);
  const backdating = actions.find(({ key }) => key.endsWith('#backdate'));
  expect(backdating?.call.access).toEqual({ allOf: ['adjust_ledger', 'backdate'] });
  expect([groupOfPath('/stock/counts/{id}'), groupOfPath('/nowhere')]).toEqual(['Stock', undefined]);
  const lost = call('GET', '/nowhere', { summary: 'x', access: 'signed-in', reply: done });
  expect(() => actionsOf([lost])).toThrow('/nowhere has no group');
});

test('what everyone may do is granted by no role, and an administrator may everything', () => {
  const users = actions.at(-1);
  if (!users) throw new Error('There is an action');
  expect(evaluateAction(users, bea, facts())).toMatchObject({
    result: 'yes',
    reason: 'Everyone who is signed in can',
  });
  const ada = person(7, 'Ada', role(1, 'admin', []));
  const [send] = actions;
  if (!send) throw new Error('There is an action');
  expect(evaluateAction(send, ada, facts([ada]))).toMatchObject({
    result: 'yes',
    reason: 'The role “admin” has every permission',
  });
  const [page] = pages;
  if (page) expect(evaluatePage(page, { ...ada, isActive: false }, facts()).result).toBe('no');
});

test('a role without users shows what it gains and loses by itself, under no one’s name', () => {
  const preview = previewRole({ roleId: 4, permissions: ['view_purchaseorder'] }, facts([bea, cat]), {
    actions,
    pages: [],
  });
  expect([preview.users, preview.people, preview.warnings]).toEqual([0, [], []]);
  expect(preview.actions.gained.map(({ label, people }) => [label, people])).toEqual([['Export orders', []]]);
});

test('P15 a warning names the only one who could still approve, and what no one could do any more', () => {
  const dan = person(3, 'Dan', approver);
  const edited = { roleId: 4, permissions: [] as Permission[] };
  const subjects = { actions: [], pages: [] };
  // Cat alone is left, so no one could approve for her.
  expect(previewRole(edited, facts([cat, dan]), subjects).warnings).toEqual([
    'Only Cat would have “Approve an order above the limit”, and no one could approve for them.',
  ]);
  expect(previewRole(edited, facts([bea, dan]), subjects).warnings).toEqual([
    'No one would have “Approve an order above the limit” any more.',
  ]);
  expect(previewRole(edited, facts([cat, person(5, 'Eve', clerk), dan]), subjects).warnings).toEqual([]);
  // Who is inactive approves nothing.
  expect(previewRole(edited, facts([{ ...cat, isActive: false }, dan]), subjects).warnings).toEqual([
    'No one would have “Approve an order above the limit” any more.',
  ]);
  const chief = role(9, 'Chief', ['edit_user']);
  const [fay, gus] = [person(10, 'Fay', chief), person(11, 'Gus', role(12, 'Other', ['edit_user']))];
  const all = { ...facts([fay, gus]), roles: [...roles, chief] };
  expect(previewRole({ roleId: 9, permissions: [] }, all, subjects).warnings).toEqual([
    'Only Gus would have “Edit users and roles”.',
  ]);
});
