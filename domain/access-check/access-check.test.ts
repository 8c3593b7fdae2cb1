import { describe, expect, test } from 'vitest';
import { can, canAnyOfBoth, decideAccess, decideGuard, isAllowed, passesGuard } from '../kernel/access';
import { call, done } from '../kernel/call';
import { toPence } from '../kernel/money';
import type { Permission } from '../kernel/permissions';
import { type AccessFacts, evaluateAction, evaluatePage } from './evaluate';
import { previewRole } from './role-preview';
import { smallestChange } from './smallest-change';
import { actionsOf, pages } from './subjects';
import type { Limits, Person, RoleFacts } from './access-answer';

const role = (id: number, name: string, permissions: Permission[], user_count = 1): RoleFacts => ({
  id,
  name,
  permissions,
  user_count,
});
const cashier = role(2, 'Cashier', ['view_pos', 'create_sale', 'view_sale'], 2);
const supervisor = role(3, 'Supervisor', ['view_pos', 'view_sale', 'refund_sale', 'void_sale']);
const refunder = role(4, 'Refunds', ['refund_sale'], 0);
const chief = role(5, 'Chief', ['approve_variance', 'edit_user', 'view_user']);
const roles = [role(1, 'admin', []), cashier, supervisor, refunder, chief];

const person = (id: number, name: string, ...held: RoleFacts[]): Person => ({
  id,
  name,
  isActive: true,
  mustChangePassword: false,
  roles: held.map(({ id: roleId, name: roleName }) => ({ id: roleId, name: roleName })),
  permissions: [...new Set(held.flatMap(({ permissions }) => permissions))],
});
const dev = person(1, 'Dev', cashier);
const mia = person(2, 'Mia', cashier, supervisor);
const ann = person(3, 'Ann', chief);

const none: Limits = {
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
const facts = (limits: Partial<Limits> = {}, people = [dev, mia, ann]): AccessFacts => ({
  people,
  roles,
  limits: { ...none, ...limits },
});

const refundCall = call('POST', '/sales/{id}/refunds', {
  summary: 'Refund lines of a sale with a credit note',
  access: { anyOf: ['refund_sale', 'create_sale'] },
  reply: done,
});
const saleCall = call('POST', '/sales', {
  summary: 'Complete a sale',
  access: can('create_sale'),
  reply: done,
});
const editRole = call('PUT', '/roles/{id}', {
  summary: 'Edit a role',
  access: can('edit_user'),
  reply: done,
});
const exportUsers = call('GET', '/users/export', {
  summary: 'List users, all rows as a file',
  access: canAnyOfBoth(['view_user', 'edit_user'], ['export_data', 'create_email']),
  reply: done,
});
const actions = actionsOf([refundCall, saleCall, editRole, exportUsers]);
const action = (key: string) => {
  const found = actions.find(one => one.key === key);
  if (!found) throw new Error(key);
  return found;
};
const refund = action('POST /sales/{id}/refunds');

describe('the answer about an action', () => {
  test('says yes with the roles that grant it', () => {
    expect(evaluateAction(refund, mia, facts())).toMatchObject({
      result: 'yes',
      reason: 'Granted by “Cashier” and “Supervisor”',
      change: null,
    });
  });

  test('says no with what is missing, and the smallest change', () => {
    expect(evaluateAction(action('PUT /roles/{id}'), dev, facts())).toMatchObject({
      result: 'no',
      reason: 'Missing “Edit users and roles”',
      lines: [{ words: '“Edit users and roles”', isMet: false, grantedBy: [] }],
      change:
        'Add “Edit users and roles” to the role “Cashier”, which 1 other user has; or give Dev the role “Chief”, which brings 2 other permissions.',
    });
  });

  test('depends on an approval where the permission to do it alone is missing', () => {
    const { result, conditions } = evaluateAction(refund, dev, facts());
    expect(result).toBe('depends');
    expect(conditions[0]).toMatchObject({
      kind: 'approval',
      words: 'A refund needs approval by someone else with “Refund a sale”',
      approvers: ['Mia'],
    });
  });

  test('up to the limit is within the limit, and a penny more needs a second person', () => {
    const limited = facts({ refund: toPence(5000) });
    expect(evaluateAction(refund, mia, limited, 5000).result).toBe('yes');
    expect(evaluateAction(refund, mia, limited, 5001)).toMatchObject({
      result: 'depends',
      reason: 'A refund above the limit needs approval by someone else with “Approve a till variance”',
      conditions: [{ kind: 'second_approver', limit: '£50.00', approvers: ['Ann'] }, { kind: 'open_till' }],
    });
    expect(evaluateAction(refund, mia, limited)).toMatchObject({
      result: 'depends',
      reason:
        'Up to £50.00. A refund above the limit needs approval by someone else with “Approve a till variance”',
    });
  });

  test('a sole approver approves alone; without any approver the answer is no', () => {
    const sole = person(9, 'Sole', cashier, supervisor, chief);
    expect(evaluateAction(refund, sole, facts({ refund: toPence(0) }, [sole]), 1).result).toBe('yes');
    const { result, reason } = evaluateAction(refund, mia, facts({ refund: toPence(0) }, [mia, dev]), 1);
    expect([result, reason]).toEqual([
      'no',
      'A refund above the limit needs approval by someone else with “Approve a till variance”, and no other active user has it',
    ]);
  });

  test('a discount is compared in hundredths of a per cent', () => {
    const limited = facts({ discount: 1000 });
    const discount = action('POST /sales#discount');
    const chiefs = { ...limited, people: [dev, person(7, 'Eve', role(7, 'Deals', ['override_discount']))] };
    expect(evaluateAction(discount, dev, chiefs, 1000).result).toBe('yes');
    expect(evaluateAction(discount, dev, chiefs, 1001).result).toBe('depends');
  });

  test('a discount is allowed up to the limit of the roles, whose users approve it for others up to there', () => {
    const discount = action('POST /sales#discount');
    const sam = { ...person(8, 'Sam', cashier), discount_limit: 2500 };
    const limited = facts({ discount: 1000 }, [dev, sam]);
    expect(evaluateAction(discount, sam, limited, 2500).result).toBe('yes');
    expect(evaluateAction(discount, sam, limited, 2501).result).toBe('no');
    expect(evaluateAction(discount, dev, limited, 2500).conditions).toMatchObject([{ approvers: ['Sam'] }]);
    expect(evaluateAction(discount, dev, limited, 2501).result).toBe('no');
    expect(evaluateAction(discount, dev, limited).conditions).toMatchObject([
      { limit: '10%', approvers: ['Sam'] },
    ]);
  });

  test('a deactivated account can do nothing; a temporary password must be replaced first', () => {
    expect(evaluateAction(refund, { ...mia, isActive: false }, facts())).toMatchObject({
      result: 'no',
      reason: 'The account is deactivated',
      change: 'Activate the account of Mia.',
    });
    expect(evaluateAction(refund, { ...mia, mustChangePassword: true }, facts())).toMatchObject({
      result: 'depends',
      reason: 'The temporary password must be replaced first',
    });
  });
});

test('the smallest change allows what was refused: its permissions alone do, and so does its role', () => {
  for (const one of actions)
    for (const who of [dev, mia, ann, person(8, 'New')]) {
      const { allowed, lines } = decideAccess(one.call.access, who);
      if (allowed) continue;
      const change = smallestChange(lines, who, roles);
      const more = (permissions: readonly Permission[]) => ({
        ...who,
        permissions: [...who.permissions, ...permissions],
      });
      expect(isAllowed(one.call.access, more(change.permissions)), one.key).toBe(true);
      for (const permission of change.permissions)
        expect(
          isAllowed(one.call.access, more(change.permissions.filter(other => other !== permission))),
        ).toBe(false);
      if (change.role) expect(isAllowed(one.call.access, more(change.role.permissions)), one.key).toBe(true);
    }
});

test('a page is answered by the guard that the browser checks', () => {
  for (const page of pages)
    for (const who of [dev, mia, ann]) {
      expect(evaluatePage(page, who, facts()).result === 'yes', page.key).toBe(passesGuard(who, page.guard));
      expect(decideGuard(page.guard, who).lines.every(line => line.isMet)).toBe(passesGuard(who, page.guard));
    }
  const named = new Set(pages.map(({ label }) => label));
  expect(named.size).toBe(pages.length);
});

describe('the preview of a role', () => {
  const subjects = { actions, pages };
  test('names those who lose, and not those who keep it through another role', () => {
    const preview = previewRole({ roleId: 2, permissions: ['view_pos', 'create_sale'] }, facts(), subjects);
    expect(preview.users).toBe(2);
    expect(preview.people.map(({ name }) => name)).toEqual(['Dev']);
    expect(preview.pages.lost.map(({ label, people }) => [label, people])).toEqual([
      ['Bulk Emails', ['Dev']],
      ['Bulk Email', ['Dev']],
      ['Quotes', ['Dev']],
      ['Quote', ['Dev']],
      ['Invoice', ['Dev']],
    ]);
    expect(preview.pages.gained).toEqual([]);
  });

  test('tells doing it alone apart from doing it with an approval', () => {
    const more = [...cashier.permissions, 'refund_sale'] as Permission[];
    const preview = previewRole({ roleId: 2, permissions: more }, facts(), subjects);
    expect(preview.actions.gained).toEqual([
      {
        key: 'POST /sales/{id}/refunds',
        label: 'Refund lines of a sale with a credit note (without approval)',
        group: 'Sales and invoices',
        people: ['Dev'],
      },
    ]);
    expect(preview.people).toEqual([{ id: 1, name: 'Dev', gains: 1, loses: 0 }]);
  });

  test('warns when no one could administer users or approve any more', () => {
    const { warnings } = previewRole({ roleId: 5, permissions: ['view_user'] }, facts(), subjects);
    expect(warnings).toEqual([
      'No one would have “Edit users and roles” any more.',
      'No one would have “Approve a till variance” any more.',
    ]);
  });

  test('of a role without users shows what the role opens by itself', () => {
    const preview = previewRole({ roleId: null, permissions: ['edit_user'] }, facts(), subjects);
    expect([preview.users, preview.people]).toEqual([0, []]);
    expect(preview.actions.gained.map(({ label, people }) => [label, people])).toEqual([['Edit a role', []]]);
  });
});
