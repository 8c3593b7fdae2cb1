import { capitalise } from '../kernel/capitalise';
import type { AccessLine } from '../kernel/access';
import { countOf } from '../kernel/count-of';
import { type Permission, permissionLabel } from '../kernel/permissions';
import { administratorRole, isAdministratorName } from '../kernel/role-name';
import type { Person, RoleFacts } from './access-answer';

/** What would allow it with the least besides: these permissions in one of the user's roles, or one more role. */
type Change = {
  readonly permissions: readonly Permission[];
  /** The user's role that the fewest others have. */
  readonly through: RoleFacts | null;
  /** The role that brings everything missing and the least else. */
  readonly role: RoleFacts | null;
  readonly words: string;
};

/** The smallest change that meets every line of a check. */
export function smallestChange(
  lines: readonly AccessLine[],
  person: Person,
  roles: readonly RoleFacts[],
): Change {
  const unmet = lines.filter(line => !line.isMet);
  if (unmet.some(line => line.anyOf.length === 0))
    return {
      permissions: [],
      through: null,
      role: roles.find(role => isAdministratorName(role.name)) ?? null,
      words: `Only administrators can. Give ${person.name} the role “${administratorRole}”.`,
    };
  const permissions = fewestFor(unmet);
  const through = leastShared(person, roles);
  const role = leastRole(unmet, person, roles);
  return { permissions, through, role, words: wordsOf({ permissions, through, role }, person) };
}

/** As few permissions as possible, one that meets several lines first. */
function fewestFor(unmet: readonly AccessLine[]): Permission[] {
  const chosen: Permission[] = [];
  let open = unmet;
  while (open.length > 0) {
    const meets = (permission: Permission) => open.filter(line => line.anyOf.includes(permission)).length;
    const [best] = [...new Set(open.flatMap(line => line.anyOf))].toSorted((a, b) => meets(b) - meets(a));
    if (best === undefined) return chosen;
    chosen.push(best);
    open = open.filter(line => !line.anyOf.includes(best));
  }
  return chosen;
}

/** The user's own role that changes the least for others. */
function leastShared(person: Person, roles: readonly RoleFacts[]): RoleFacts | null {
  const own = roles.filter(role => person.roles.some(({ id }) => id === role.id));
  return own.toSorted((a, b) => a.user_count - b.user_count || a.id - b.id)[0] ?? null;
}

const addedBy = (role: RoleFacts, person: Person) =>
  role.permissions.filter(permission => !person.permissions.includes(permission)).length;

function leastRole(
  unmet: readonly AccessLine[],
  person: Person,
  roles: readonly RoleFacts[],
): RoleFacts | null {
  const enough = roles.filter(
    role =>
      !isAdministratorName(role.name) &&
      unmet.every(line => line.anyOf.some(permission => role.permissions.includes(permission))),
  );
  return enough.toSorted((a, b) => addedBy(a, person) - addedBy(b, person) || a.id - b.id)[0] ?? null;
}

function wordsOf({ permissions, through, role }: Omit<Change, 'words'>, person: Person): string {
  const missing = permissions.map(permission => `“${permissionLabel(permission)}”`).join(' and ');
  const ways: string[] = [];
  if (through !== null) {
    const others = through.user_count - 1;
    const shared = `, which ${countOf(others, 'other user')} ${others === 1 ? 'has' : 'have'}`;
    ways.push(`add ${missing} to the role “${through.name}”${others > 0 ? shared : ''}`);
  }
  if (role !== null) {
    const others = addedBy(role, person) - permissions.length;
    const more = `, which brings ${countOf(others, 'other permission')}`;
    // A role that brings nothing else changes the least.
    ways[others > 0 ? 'push' : 'unshift'](
      `give ${person.name} the role “${role.name}”${others > 0 ? more : ''}`,
    );
  }
  if (ways.length === 0) ways.push(`give ${person.name} a role with ${missing}`);
  const words = ways.join('; or ');
  return `${capitalise(words)}.`;
}
