import type { MenuEntry } from './menu-entry';

/** Whether an action is possible now, or why not. */
export type Answer = { readonly allowed: boolean; readonly reason?: string | undefined };

export const blockedReason = ({ allowed, reason }: Answer): string | undefined =>
  allowed ? undefined : (reason ?? 'Not available now.');

/**
 * A menu entry for users with the permission, disabled with its reason while the record does not allow it (F06). Absent
 * without the permission.
 */
export const entryFor = (
  canCall: boolean,
  can: Answer,
  label: string,
  run: () => void,
  icon?: Extract<MenuEntry, { kind: 'item' }>['icon'],
): MenuEntry[] => (canCall ? [{ kind: 'item', label, run, icon, blocked: blockedReason(can) }] : []);

/** An action with a button of its own while it is possible, and otherwise a menu entry with its reason. */
export const blockedEntry = (canCall: boolean, can: Answer, label: string): MenuEntry[] =>
  can.allowed ? [] : entryFor(canCall, can, label, () => undefined);
