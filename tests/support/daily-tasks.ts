import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { administratorRole } from '#domain/kernel/role-name';
import { roleTemplates } from '#domain/users/role-templates';
import { breachesOf } from './books';
import type { Shop } from './browser';
import { type Actions, type CountedUser, countedUser } from './action-counter';
import { settled } from './settled';

const page = join(import.meta.dirname, '..', '..', 'docs', 'daily-tasks.md');

type Line = Actions & { readonly task: string };

/** The lines of a role in `docs/daily-tasks.md`, where the budgets are kept. */
function linesOf(role: string): Line[] {
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(line => line.split('|').map(cell => cell.trim()));
  return rows.flatMap(([, of, task = '', , actions, ...counts]) => {
    if (of !== role) return [];
    const [clicks = 0, keys = 0, typed = 0, pages = 0] = counts.map(Number);
    if (Number(actions) !== clicks + keys) throw new Error(`${page}: the actions of "${task}" do not add up`);
    return [{ task, clicks, keys, typed, pages }];
  });
}

const rightsOf = (role: string) =>
  role === 'Administrator'
    ? ([administratorRole] as const)
    : (roleTemplates.find(({ name }) => name === role)?.permissions ?? []);

type Options = {
  /** The page where the user is when the task comes up. */
  readonly at?: string;
  /** What is done before counting begins. */
  readonly before?: (user: CountedUser) => Promise<void>;
};

/**
 * The daily tasks of a role, done in turn as a practised user does them. A task that does not take exactly the actions of
 * its line in `docs/daily-tasks.md` fails; `others` are the lines of tasks that were not done.
 */
export function dailyTasks(role: string, shop: () => Shop) {
  const lines = linesOf(role);
  const done = new Set<string>();
  return {
    does: async (
      { name: task }: { readonly name: string },
      work: (user: CountedUser) => Promise<void>,
      { at = '/dashboard', before }: Options = {},
    ): Promise<void> => {
      done.add(task);
      const opened = await shop().openAs(rightsOf(role), at);
      await settled(opened);
      await before?.(countedUser(opened));
      await settled(opened);
      const user = countedUser(opened);
      await work(user);
      expect({ task, ...user.actions }).toEqual(lines.find(line => line.task === task));
      expect(await breachesOf(shop().db)).toEqual([]);
    },
    others: () => lines.map(({ task }) => task).filter(task => !done.has(task)),
  };
}
