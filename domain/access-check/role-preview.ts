import { decideAdmission } from '../kernel/admission';
import { hasPermission, passesGuard } from '../kernel/access';
import { type Permission, permissionLabel } from '../kernel/permissions';
import { approvingPermissions } from './amount-checks';
import { type AccessFacts, conditionsOf } from './evaluate';
import type { Action, Page } from './subjects';
import type { Person } from './verdict';

type Subjects = { readonly actions: readonly Action[]; readonly pages: readonly Page[] };

/** A page or action that some users gain or lose. Without users, it is what the role alone gains or loses. */
export type Changed = {
  readonly key: string;
  readonly label: string;
  readonly group: string;
  readonly people: readonly string[];
};
type Changes = { readonly gained: readonly Changed[]; readonly lost: readonly Changed[] };

export type RolePreview = {
  /** Active users of the role. */
  readonly users: number;
  /** Those for whom something changes. The others have it all through another role. */
  readonly people: readonly { readonly id: number; readonly name: string; gains: number; loses: number }[];
  readonly pages: Changes;
  readonly actions: Changes;
  readonly warnings: readonly string[];
};

type Edited = { readonly roleId: number | null; readonly permissions: readonly Permission[] };
/** Someone before and after the change. */
type Pair = { readonly before: Person; readonly after: Person };

/** What a role with these permissions would change, by the checks that the server makes. Nothing is saved. */
export function previewRole(edited: Edited, facts: AccessFacts, { actions, pages }: Subjects): RolePreview {
  const pairs = pairsOf(edited, facts);
  const affected = pairs.length > 0 ? pairs : [aloneWith(edited, facts)];
  const before = (pair: Pair) => pair.before;
  const after = (pair: Pair) => pair.after;
  const pageChanges = changes(pages, affected, (page, pair, at) => ({
    level: passesGuard(at(pair), page.guard) ? 2 : 0,
    freedFrom: null,
  }));
  const actionChanges = changes(actions, affected, (action, pair, at) => standing(action, at(pair), facts));
  return {
    users: pairs.length,
    people: pairs
      .map(({ before: { id, name } }) => ({
        id,
        name,
        gains: countFor(id, pageChanges.gained) + countFor(id, actionChanges.gained),
        loses: countFor(id, pageChanges.lost) + countFor(id, actionChanges.lost),
      }))
      .filter(({ gains, loses }) => gains + loses > 0),
    pages: named(pageChanges),
    actions: named(actionChanges),
    warnings: warningsOf(facts, pairs),
  };

  type Standing = { readonly level: 0 | 1 | 2; readonly freedFrom: string | null };
  function changes<Subject extends { key: string; label: string; group: string }>(
    subjects: readonly Subject[],
    of: readonly Pair[],
    standingOf: (subject: Subject, pair: Pair, at: (pair: Pair) => Person) => Standing,
  ) {
    const gained: Found[] = [];
    const lost: Found[] = [];
    for (const subject of subjects) {
      const { key, label, group } = subject;
      for (const pair of of) {
        const [was, is] = [standingOf(subject, pair, before), standingOf(subject, pair, after)];
        if (was.level === is.level) continue;
        const between = was.level + is.level === 3 ? (was.freedFrom ?? is.freedFrom) : null;
        const person = pairs.length === 0 ? null : pair.before;
        (is.level > was.level ? gained : lost).push({ key, label: qualified(label, between), group, person });
      }
    }
    return { gained, lost };
  }
}

/** How far a user gets: not at all, with someone's help or for some records, or by themselves. */
function standing(action: Action, person: Person, facts: AccessFacts) {
  if (!decideAdmission(action.call, person).access.allowed) return { level: 0, freedFrom: null } as const;
  const [held] = conditionsOf(action, person, facts).filter(
    ({ kind }) => kind === 'approval' || kind === 'own_record',
  );
  if (held === undefined) return { level: 2, freedFrom: null } as const;
  return { level: 1, freedFrom: held.kind === 'approval' ? 'without approval' : 'for any record' } as const;
}

const qualified = (label: string, freedFrom: string | null) =>
  freedFrom === null ? label : `${label} (${freedFrom})`;

type Found = Omit<Changed, 'people'> & { readonly person: Person | null };

const countFor = (id: number, found: readonly Found[]) => found.filter(one => one.person?.id === id).length;

/** One entry for each subject, with everyone it changes for. */
function named({ gained, lost }: { gained: readonly Found[]; lost: readonly Found[] }): Changes {
  const together = (found: readonly Found[]): Changed[] => {
    const byLabel = Map.groupBy(found, one => `${one.key} ${one.label}`);
    return [...byLabel.values()].flatMap(same => {
      const [first] = same;
      if (first === undefined) return [];
      const { key, label, group } = first;
      return [{ key, label, group, people: same.flatMap(({ person }) => person?.name ?? []) }];
    });
  };
  return { gained: together(gained), lost: together(lost) };
}

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

/** A user with only this role, to show what it comes to. */
function aloneWith({ roleId, permissions }: Edited, { roles }: AccessFacts): Pair {
  const role = roles.find(({ id }) => id === roleId);
  const someone = { id: 0, name: '', isActive: true, mustChangePassword: false, roles: [] };
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
