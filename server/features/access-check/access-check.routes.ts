import { accessCheck } from '#domain/access-check/access-check.contract';
import { type AccessFacts, evaluateAction, evaluatePage } from '#domain/access-check/evaluate';
import { previewRole } from '#domain/access-check/role-preview';
import { type Action, actionsOf, pages } from '#domain/access-check/subjects';
import type { Person } from '#domain/access-check/access-answer';
import type { QueryOf } from '#domain/kernel/call';
import { isAdministratorName } from '#domain/kernel/role-name';
import { conflict, ensureFound, invalid } from '../../platform/http/refusal';
import { read, type Route, write } from '../../platform/http/route';
import { findAccessFacts } from './access-facts';

/** The access check: who can do what, and why not, for these routes and its own. */
export function accessCheckRoutes(others: readonly Route[]): Route[] {
  const calls = [...others.map(route => route.call), ...Object.values(accessCheck)];
  const actions = actionsOf(calls);
  return [
    read(accessCheck.subjects, async ({ db }) => {
      const { people } = await findAccessFacts(db);
      return {
        actions: [...actions],
        pages: [...pages],
        users: people.map(({ id, name, isActive }) => ({ id, name, is_active: isActive })),
      };
    }),
    read(accessCheck.who, async ({ db, query }) => {
      const ask = questionOf(actions, query);
      const facts = await findAccessFacts(db);
      const active = facts.people.filter(person => person.isActive);
      return { data: active.map(person => replyFor(person, ask(person, facts))) };
    }),
    read(accessCheck.why, async ({ db, query, params }) => {
      const ask = questionOf(actions, query);
      const facts = await findAccessFacts(db);
      const person = ensureFound(
        facts.people.find(({ id }) => id === params.id),
        'User',
      );
      return replyFor(person, ask(person, facts));
    }),
    write(accessCheck.previewRole, async ({ ctx, body }) => {
      const facts = await findAccessFacts(ctx.tx);
      const { role_id: roleId, permissions } = body;
      if (roleId !== null) {
        const role = ensureFound(
          facts.roles.find(({ id }) => id === roleId),
          'Role',
        );
        if (isAdministratorName(role.name)) throw conflict('The administrator role cannot be changed.');
      }
      return previewRole({ roleId, permissions }, facts, { actions, pages });
    }),
  ];
}

type Question = (person: Person, facts: AccessFacts) => ReturnType<typeof evaluateAction>;

/** The question of a request: exactly one action or page. */
function questionOf(actions: readonly Action[], asked: QueryOf<typeof accessCheck.who>): Question {
  const { action: actionKey, path: pageKey, amount } = asked;
  if ((actionKey === undefined) === (pageKey === undefined))
    throw invalid({ action: 'Choose one action or one page.' });
  if (pageKey !== undefined) {
    const page = pages.find(({ key }) => key === pageKey);
    if (!page) throw invalid({ path: 'This page does not exist. Choose another.' });
    return (person, facts) => evaluatePage(page, person, facts);
  }
  const action = actions.find(({ key }) => key === actionKey);
  if (!action) throw invalid({ action: 'This action does not exist. Choose another.' });
  if (amount !== undefined && action.amount === null)
    throw invalid({ amount: 'This action has no limit. Leave the amount blank.' });
  if (action.amount === 'percent' && Number(amount ?? 0) > 100)
    throw invalid({ amount: 'Enter a percentage up to 100.' });
  // Pence, or hundredths of a per cent.
  const exact = amount === undefined ? null : Math.round(Number(amount) * 100);
  return (person, facts) => evaluateAction(action, person, facts, exact);
}

const replyFor = (person: Person, { lines, conditions, ...answer }: ReturnType<Question>) => ({
  ...answer,
  user: {
    id: person.id,
    name: person.name,
    is_active: person.isActive,
    roles: person.roles.map(role => role.name),
  },
  lines: lines.map(({ words, isMet, grantedBy }) => ({ words, is_met: isMet, granted_by: [...grantedBy] })),
  conditions: conditions.map(({ kind, words, limit, approvers }) => ({
    kind,
    words,
    limit,
    approvers: [...approvers],
  })),
});
