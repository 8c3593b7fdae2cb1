import { describe, expect, test } from 'vitest';
import { can, canAny, decideAccess } from '../kernel/access';
import { call, done } from '../kernel/call';
import { toPence } from '../kernel/money';
import type { Permission } from '../kernel/permissions';
import type { Limits, Person, RoleFacts } from './access-answer';
import { type AmountCheck, conditionOfAmount } from './amount-checks';
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
const person = (id: number, name: string, ...held: RoleFacts[]): Person => ({
  id,
  name,
  isActive: true,
  mustChangePassword: false,
  roles: held.map(({ id: roleId, name: roleName }) => ({ id: roleId, name: roleName })),
  permissions: [...new Set(held.flatMap(({ permissions }) => permissions))],
});
const admin = role(1, 'Admin', []);
const cashier = role(2, 'Cashier', ['create_sale']);
const refunds = role(3, 'Refunds', ['create_sale', 'refund_sale'], 0);
const chief = role(4, 'Chief', ['create_sale', 'refund_sale', 'approve_variance']);
const [dev, ann] = [person(1, 'Dev', cashier), person(2, 'Ann', chief)];
const noLimits: Limits = {
  refund: null,
  adjustment: null,
  write_off: null,
  stock_count: null,
  bill: null,
  order: null,
  expense: null,
  till_variance: null,
  paid_out: null,
  discount: null,
};
const facts = (people: readonly Person[], limits: Partial<Limits> = {}): AccessFacts => ({
  people,
  roles: [admin, cashier, refunds, chief],
  limits: { ...noLimits, ...limits },
});
const actions = actionsOf([
  call('POST', '/sales/{id}/refunds', {
    summary: 'Refund lines of a sale',
    access: canAny('refund_sale', 'create_sale'),
    reply: done,
  }),
  call('POST', '/sales', { summary: 'Complete a sale', access: can('create_sale'), reply: done }),
  call('POST', '/payments/{id}/cancel', {
    summary: 'Cancel a payment',
    access: canAny('create_payment', 'reverse_payment'),
    reply: done,
  }),
  call('PUT', '/roles/{id}', { summary: 'Edit a role', access: can('edit_user'), reply: done }),
  call('DELETE', '/roles/{id}', { summary: 'Delete a role', access: 'administrator', reply: done }),
]);
const action = (key: string) => {
  const found = actions.find(one => one.key === key);
  if (!found) throw new Error(key);
  return found;
};
const refund = action('POST /sales/{id}/refunds');
const discount = action('POST /sales#discount');

describe('the limit of an amount', () => {
  const asked = (check: AmountCheck, who: Person, amount: number | null, given: AccessFacts) =>
    conditionOfAmount(check, { person: who, amount, ...given });

  test('an approval that every amount needs is needed with an amount too, and has no limit to state', () => {
    const everyRefund: AmountCheck = { need: 'refund', limit: null };
    for (const amount of [null, 1])
      expect(asked(everyRefund, dev, amount, facts([dev, ann]))).toMatchObject({
        words: 'A refund needs approval by someone else with “Refund a sale”',
        limit: null,
        approvers: ['Ann'],
        isPossible: true,
      });
    // Without another user there is no one to ask.
    expect(evaluateAction(refund, dev, facts([dev])).result).toBe('no');
  });

  test('a discount that a role allows raises no other limit, and approves nothing else', () => {
    const sam = { ...person(5, 'Sam', refunds), discount_limit: 2500 };
    const limited = facts([sam, ann], { refund: toPence(1000) });
    expect(evaluateAction(refund, sam, limited, 1000).result).toBe('yes');
    expect(evaluateAction(refund, sam, limited, 1001).result).toBe('depends');
    const lou = { ...person(6, 'Lou', cashier), discount_limit: 10_000 };
    expect(evaluateAction(refund, dev, facts([dev, lou])).result).toBe('no');
  });

  test('a discount above the limit is approved by users whose own limit is higher, not equal', () => {
    const sam = (discount_limit: number) => ({ ...person(5, 'Sam', cashier), discount_limit });
    const approversOf = (limit: number) =>
      evaluateAction(discount, dev, facts([dev, sam(limit)], { discount: 1000 })).conditions[0]?.approvers;
    expect([approversOf(1000), approversOf(1001)]).toEqual([[], ['Sam']]);
    // Without a limit every discount is allowed.
    expect(evaluateAction(discount, dev, facts([dev, sam(0)]), 9000).result).toBe('yes');
  });

  test('who could approve a refund alone asks the other one who could', () => {
    const bob = person(7, 'Bob', chief);
    const limit = { refund: toPence(1000) };
    expect(evaluateAction(refund, ann, facts([ann, dev], limit), 1001).result).toBe('yes');
    expect(evaluateAction(refund, ann, facts([ann, bob], limit), 1001)).toMatchObject({
      result: 'depends',
      conditions: [{ kind: 'second_approver', approvers: ['Bob'] }, { kind: 'open_till' }],
    });
  });
});

describe('the answer', () => {
  test('lists the records that a user is limited to, and not the limits that their permissions lift', () => {
    const cancel = action('POST /payments/{id}/cancel');
    const conditionsOf = (...permissions: Permission[]) =>
      evaluateAction(cancel, { ...dev, permissions }, facts([dev])).conditions.map(({ words }) => words);
    expect(conditionsOf('reverse_payment')).toEqual(['Only completed payments, which are reversed']);
    expect(conditionsOf('create_payment')).toEqual(['Only payments that are still pending']);
    expect(conditionsOf('create_payment', 'reverse_payment')).toEqual([]);
  });

  test('has no conditions where it is no, and none for a page', () => {
    const [page] = pages;
    if (!page) throw new Error('There is a page');
    expect(evaluateAction(refund, { ...ann, isActive: false }, facts([ann])).conditions).toEqual([]);
    expect(evaluateAction(action('PUT /roles/{id}'), dev, facts([dev])).conditions).toEqual([]);
    expect(evaluatePage(page, person(8, 'Ada', admin), facts([])).conditions).toEqual([]);
  });

  test('names the role of an administrator for whatever it grants', () => {
    const ada = person(8, 'Ada', admin, cashier);
    const grants = (key: string) => evaluateAction(action(key), ada, facts([ada])).lines[0]?.grantedBy;
    expect(grants('PUT /roles/{id}')).toEqual(['Admin']);
    expect(grants('DELETE /roles/{id}')).toEqual(['Admin']);
    expect(grants('POST /sales')).toEqual(['Admin', 'Cashier']);
  });
});

describe('the smallest change', () => {
  const line = (...anyOf: Permission[]) => ({ anyOf, role: null, isMet: false });

  test('is one permission where one meets two lines', () => {
    const lines = [line('view_sale', 'view_stock'), line('view_ledger', 'view_stock')];
    expect(smallestChange(lines, dev, []).permissions).toEqual(['view_stock']);
    const apart = [line('view_sale'), line('view_ledger')];
    expect(smallestChange(apart, dev, []).permissions).toEqual(['view_sale', 'view_ledger']);
  });

  test('is a role with any of the permissions of a line', () => {
    const clerk = role(9, 'Clerk', ['view_stock']);
    expect(smallestChange([line('view_sale', 'view_stock')], dev, [clerk]).role?.name).toBe('Clerk');
    expect(smallestChange([line('view_sale'), line('view_stock')], dev, [clerk]).role).toBeNull();
  });

  test('is to be made an administrator where one of several lines asks for it', () => {
    const lines = [line('view_sale'), ...decideAccess('administrator', dev).lines];
    expect(smallestChange(lines, dev, [admin])).toMatchObject({ permissions: [], role: { name: 'Admin' } });
  });

  test('of two roles that as few users have, names the older, however they are listed', () => {
    const second = role(10, 'Second', ['view_stock']);
    const first = role(9, 'First', ['view_stock']);
    const both = person(11, 'Kim', second, first);
    for (const roles of [
      [second, first],
      [first, second],
    ])
      expect(smallestChange([line('edit_user')], both, roles).through?.name).toBe('First');
  });
});

describe('the preview of a role', () => {
  const subjects = { actions, pages: [] };
  const changes = (roleId: number | null, permissions: Permission[], people: readonly Person[]) => {
    const { gained, lost } = previewRole({ roleId, permissions }, facts(people), subjects).actions;
    const words = (found: typeof gained) => found.map(({ label, people: whom }) => [label, whom]);
    return { gained: words(gained), lost: words(lost) };
  };

  test('names each change once, with everyone it is for', () => {
    const eve = person(9, 'Eve', cashier);
    expect(changes(2, ['create_sale', 'edit_user'], [dev, eve])).toEqual({
      gained: [['Edit a role', ['Dev', 'Eve']]],
      lost: [],
    });
  });

  test('tells a change of help from one that opens or closes the action', () => {
    const eve = person(9, 'Eve', role(2, 'Cashier', []));
    expect(changes(2, ['create_sale'], [eve]).gained).toContainEqual(['Refund lines of a sale', ['Eve']]);
    // With neither permission the refund is closed; with both, it needs no approval.
    expect(changes(2, [], [dev]).lost).toContainEqual(['Refund lines of a sale', ['Dev']]);
    expect(changes(2, ['refund_sale'], [dev]).gained).toEqual([
      ['Refund lines of a sale (without approval)', ['Dev']],
    ]);
    expect(changes(4, ['create_sale'], [ann, person(9, 'Eve', refunds)]).lost).toEqual([
      ['Refund lines of a sale (without approval)', ['Ann']],
    ]);
  });

  test('tells some records from any record', () => {
    const clerk = person(9, 'Eve', role(2, 'Cashier', ['create_payment']));
    const { gained, lost } = changes(2, ['create_payment', 'reverse_payment'], [clerk]);
    expect([gained, lost]).toEqual([[['Cancel a payment (for any record)', ['Eve']]], []]);
  });

  test('of a role without users compares it with what it grants now', () => {
    // It grants refunds already; one that does not exist yet grants nothing.
    expect(changes(3, ['create_sale', 'refund_sale', 'edit_user'], [dev])).toEqual({
      gained: [['Edit a role', []]],
      lost: [],
    });
    expect(changes(3, [], [dev]).lost.map(([label]) => label)).toContain('Refund lines of a sale');
    expect(changes(null, ['edit_user'], [dev])).toEqual({ gained: [['Edit a role', []]], lost: [] });
  });
});
