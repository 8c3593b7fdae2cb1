import type { MenuEntry } from './menu-entry';

/** Whether an action is possible now, and why not. */
export type Answer = { readonly allowed: boolean; readonly reason?: string | undefined };

export const reasonAgainst = ({ allowed, reason }: Answer): string | undefined =>
  allowed ? undefined : (reason ?? 'Not available now.');

/**
 * An action in a menu: there for whoever has the right, and disabled with its reason while the record does not allow it
 * (F06). Without the right it is not there.
 */
export const entryFor = (
  canCall: boolean,
  can: Answer,
  label: string,
  run: () => void,
  icon?: Extract<MenuEntry, { kind: 'item' }>['icon'],
): MenuEntry[] => (canCall ? [{ kind: 'item', label, run, icon, blocked: reasonAgainst(can) }] : []);

/** An action that has a button of its own while it is possible: until then it is in the menu, with its reason. */
export const blockedEntry = (canCall: boolean, can: Answer, label: string): MenuEntry[] =>
  can.allowed ? [] : entryFor(canCall, can, label, () => undefined);
