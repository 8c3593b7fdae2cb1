import type { Verdict } from '#domain/kernel/verdict';
import type { MenuEntry } from './menu-entry';

type Answer = { readonly allowed: boolean; readonly reason?: string | undefined } | Verdict;

/**
 * An action in a menu: there for whoever has the right, and disabled with its reason while the record does not allow it
 * (F06). Without the right it is not there.
 */
export const entryFor = (mayCall: boolean, can: Answer, label: string, run: () => void): MenuEntry[] => {
  if (!mayCall) return [];
  const blocked = can.allowed ? undefined : ((can as { reason?: string }).reason ?? 'Not possible now.');
  return [{ kind: 'item', label, run, blocked }];
};
