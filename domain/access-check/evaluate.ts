import { type AccessDecision, type AccessLine, decideGuard, isAdministrator } from '../kernel/access';
import { decideAdmission } from '../kernel/admission';
import { missingWords, wordsOfLine } from '../kernel/access-words';
import { administratorRole, isAdministratorName } from '../kernel/role-name';
import { passesRecordRuleOf, recordRulesOf } from '../kernel/record-rules';
import { conditionOfAmount } from './amount-checks';
import { smallestChange } from './smallest-change';
import type { Action, Page } from './subjects';
import type { Answer, Condition, Limits, Line, People, Person, RoleFacts } from './access-answer';

/** The business as the answers need it: everyone, every role, the limits. */
export type AccessFacts = {
  readonly people: People;
  readonly roles: readonly RoleFacts[];
  readonly limits: Limits;
};

/**
 * Whether a user can do an action, and why. The server's own check of the call runs here, line by line; what the use
 * case then asks of the amount or the record is a condition.
 */
export const evaluateAction = (
  action: Action,
  person: Person,
  facts: AccessFacts,
  amount: number | null = null,
): Answer =>
  answer(
    decideAdmission(action.call, person).access,
    person,
    facts,
    conditionsOf(action, person, facts, amount),
  );

/** What must also be true for a user whom the permission admits. */
export function conditionsOf(
  action: Action,
  person: Person,
  facts: AccessFacts,
  amount: number | null = null,
): Condition[] {
  const { steps } = decideAdmission(action.call, person);
  const record = recordRulesOf(action.key).filter(rule => !passesRecordRuleOf(rule, person));
  return [
    ...steps.filter(({ isMet }) => !isMet).flatMap(({ step }) => condition('sign_in', signInWords[step])),
    ...action.checks.flatMap(check => conditionOfAmount(check, { person, amount, ...facts }) ?? []),
    ...record.flatMap(({ limitedTo }) => condition('own_record', limitedTo)),
    ...condition('open_till', action.needsOpenTill ? 'Cash needs an open till' : undefined),
  ];
}

/** Whether a user can open a page, by the guard that the browser checks. */
export const evaluatePage = (page: Page, person: Person, facts: AccessFacts): Answer =>
  answer(decideGuard(page.guard, person), person, facts, []);

/** What stands between a user and an action besides permissions. */
const signInWords: Readonly<Partial<Record<string, string>>> = {
  password: 'The temporary password must be replaced first',
  two_factor: 'Two-factor sign-in must be set up first',
};

const condition = (kind: Condition['kind'], words: string | undefined): Condition[] =>
  words === undefined ? [] : [{ kind, words, limit: null, approvers: [], isPossible: true }];

function answer(
  access: AccessDecision,
  person: Person,
  facts: AccessFacts,
  conditions: readonly Condition[],
): Answer {
  const lines = access.lines.map(line => describe(line, person, facts.roles));
  if (!person.isActive)
    return {
      result: 'no',
      reason: 'The account is deactivated',
      lines,
      conditions: [],
      change: `Activate the account of ${person.name}.`,
    };
  if (!access.allowed)
    return {
      result: 'no',
      reason: `Missing ${missingWords(access)}`,
      lines,
      conditions: [],
      change: smallestChange(access.lines, person, facts.roles).words,
    };
  const impossible = conditions.find(one => !one.isPossible);
  if (impossible)
    return {
      result: 'no',
      reason: `${impossible.words}, and no other active user has it`,
      lines,
      conditions,
      change: 'Give the permission to another user, or raise the limit in Settings.',
    };
  const open = conditions.filter(one => one.kind !== 'open_till');
  return {
    result: open.length === 0 ? 'yes' : 'depends',
    reason: open[0]?.words ?? grantOf(lines, person),
    lines,
    conditions,
    change: null,
  };
}

function describe(line: AccessLine, person: Person, roles: readonly RoleFacts[]): Line {
  const own = roles.filter(role => person.roles.some(({ id }) => id === role.id));
  return {
    words: wordsOfLine(line),
    isMet: line.isMet,
    grantedBy: own
      .filter(
        role =>
          isAdministratorName(role.name) ||
          role.name.toLowerCase() === line.role ||
          line.anyOf.some(permission => role.permissions.includes(permission)),
      )
      .map(role => role.name),
  };
}

/** Why the answer is yes. */
function grantOf(lines: readonly Line[], person: Person): string {
  if (isAdministrator(person)) return `The role “${administratorRole}” has every permission`;
  const roles = [...new Set(lines.flatMap(line => line.grantedBy))];
  if (roles.length === 0) return 'Everyone who is signed in can';
  return `Granted by ${roles.map(name => `“${name}”`).join(' and ')}`;
}
