import { decideAdmission } from '../kernel/admission';
import { hasPermission, passesGuard } from '../kernel/access';
import { groupBy } from '../kernel/group-by';
import { type Permission, permissionLabel } from '../kernel/permissions';
import { approvingPermissions } from './amount-checks';
import { type AccessFacts, conditionsOf } from './evaluate';
import type { Action, Page } from './subjects';
import type { Person } from './access-answer';

type Subjects = { readonly actions: readonly Action[]; readonly pages: readonly Page[] };

/** A page or action that some users gain or lose. Without users, it is what the role alone gains or loses. */
type Changed = {
  readonly key: string;
  readonly label: string;
  readonly group: string;
  readonly people: string[];
};
type Changes = { readonly gained: Changed[]; readonly lost: Changed[] };

type RolePreview = {
  /** Active users of the role. */
  readonly users: number;
  /** Those for whom something changes. The others have it all through another role. */
  readonly people: { readonly id: number; readonly name: string; gains: number; loses: number }[];
  readonly pages: Changes;
  readonly actions: Changes;
  readonly warnings: string[];
};

type Edited = { readonly roleId: number | null; readonly permissions: readonly Permission[] };
/** Someone before and after the change. */
type Pair = { readonly before: Person; readonly after: Person };

/** What a role with these permissions would change, by the checks that the server makes. Nothing is saved. */
export function previewRole(edited: Edited, facts: AccessFacts, { actions, pages }: Subjects): RolePreview {
  const pairs = pairsOf(edited, facts);
  const compared = pairs.length > 0 ? pairs : [aloneWith(edited, facts)];
  const pageChanges = compare(pages, compared, standingAtPage);
  const actionChanges = compare(actions, compared, (action, person) => standing(action, person, facts));
  const count = (id: number, side: 'gained' | 'lost') =>
    [...pageChanges[side], ...actionChanges[side]].filter(({ person }) => person.id === id).length;
  return {
    users: pairs.length,
    people: pairs
      .map(({ before: { id, name } }) => ({ id, name, gains: count(id, 'gained'), loses: count(id, 'lost') }))
      .filter(({ gains, loses }) => gains + loses > 0),
    pages: bySubject(pageChanges),
    actions: bySubject(actionChanges),
    warnings: warningsOf(facts, pairs),
  };
}

/** How far a user gets: not at all; with someone's help or for some records; or by themselves. */
type Standing = { readonly level: 0 | 1 | 2; readonly freedFrom: string | null };

const standingAtPage = ({ guard }: Page, person: Person): Standing => ({
  level: passesGuard(person, guard) ? 2 : 0,
  freedFrom: null,
});

function standing(action: Action, person: Person, facts: AccessFacts): Standing {
  if (!decideAdmission(action.call, person).access.allowed) return { level: 0, freedFrom: null };
  const held = conditionsOf(action, person, facts).find(
    ({ kind }) => kind === 'approval' || kind === 'own_record',
  );
  if (held === undefined) return { level: 2, freedFrom: null };
  return { level: 1, freedFrom: held.kind === 'approval' ? 'without approval' : 'for any record' };
}

type Found = Omit<Changed, 'people'> & { readonly person: Person };
type FoundChanges = { readonly gained: readonly Found[]; readonly lost: readonly Found[] };

function compare<Subject extends Pick<Changed, 'key' | 'label' | 'group'>>(
  subjects: readonly Subject[],
  pairs: readonly Pair[],
  standingOf: (subject: Subject, person: Person) => Standing,
): FoundChanges {
  const gained: Found[] = [];
  const lost: Found[] = [];
  for (const subject of subjects)
    for (const { before, after } of pairs) {
      const [was, is] = [standingOf(subject, before), standingOf(subject, after)];
      if (was.level === is.level) continue;
      // Between help and alone, the difference is what they are freed from.
      const difference = was.level > 0 && is.level > 0 ? (was.freedFrom ?? is.freedFrom) : null;
      const { key, label, group } = subject;
      const found = { key, label: qualified(label, difference), group, person: before };
      (is.level > was.level ? gained : lost).push(found);
    }
  return { gained, lost };
}

const qualified = (label: string, freedFrom: string | null) =>
  freedFrom === null ? label : `${label} (${freedFrom})`;

/** One entry for each subject, with everyone it changes for. */
const bySubject = ({ gained, lost }: FoundChanges): Changes => ({
  gained: together(gained),
  lost: together(lost),
});

const together = (found: readonly Found[]): Changed[] =>
  [...groupBy(found, ({ key, label }) => `${key} ${label}`).values()].flatMap(same =>
    same.slice(0, 1).map(({ key, label, group }) => ({
      key,
      label,
      group,
      people: same.flatMap(({ person }) => (person.id === noOne ? [] : [person.name])),
    })),
  );

/** The role's active users, with the permissions that their other roles leave them. */
function pairsOf({ roleId, permissions }: Edited, { people, roles }: AccessFacts): Pair[] {
  if (roleId === null) return [];
  return people
    .filter(person => person.isActive && person.roles.some(({ id }) => id === roleId))
    .map(before => {
      const others = roles.filter(
        role => role.id !== roleId && before.roles.some(({ id }) => id === role.id),
      );
      const held = new Set([...permissions, ...others.flatMap(role => role.permissions)]);
      return { before, after: { ...before, permissions: [...held] } };
    });
}

/** The id of no user. */
const noOne = 0;

/** A user with only this role, to show what it opens by itself. */
function aloneWith({ roleId, permissions }: Edited, { roles }: AccessFacts): Pair {
  const role = roles.find(({ id }) => id === roleId);
  const someone = { id: noOne, name: '', isActive: true, mustChangePassword: false, roles: [] };
  return {
    before: { ...someone, permissions: role?.permissions ?? [] },
    after: { ...someone, permissions },
  };
}

/** Permissions that the business cannot do without. */
const vital: readonly Permission[] = ['edit_user', 'create_user', 'edit_setting'];

function warningsOf({ people }: AccessFacts, pairs: readonly Pair[]): string[] {
  const changed = new Map(pairs.map(({ before, after }) => [before.id, after]));
  const active = people.filter(person => person.isActive);
  return [...new Set([...vital, ...approvingPermissions])].flatMap(permission => {
    const had = active.filter(person => hasPermission(person, permission));
    const have = active.filter(person => hasPermission(changed.get(person.id) ?? person, permission));
    if (have.length === 0 && had.length > 0)
      return [`No one would have “${permissionLabel(permission)}” any more.`];
    const [only] = have;
    if (have.length !== 1 || had.length === 1 || only === undefined) return [];
    return approvingPermissions.includes(permission)
      ? [`Only ${only.name} would have “${permissionLabel(permission)}”, and no one could approve for them.`]
      : [`Only ${only.name} would have “${permissionLabel(permission)}”.`];
  });
}
