import * as z from 'zod';
import { formatDay, instant } from '../kernel/dates';
import { id } from '../kernel/fields';

/** A till session that cash can go into or come out of. */
export const openDrawer = z.object({ session_id: id, register_name: z.string(), opened_at: instant });
export type OpenDrawer = z.infer<typeof openDrawer>;

const dayMs = 24 * 60 * 60 * 1000;

/** Drawers to choose from, by their session. */
export const drawerOptions = (
  drawers: readonly OpenDrawer[],
  now: Date,
): { value: string; label: string }[] =>
  drawers.map(drawer => ({ value: String(drawer.session_id), label: drawerName(drawer, now) }));

/** A drawer to choose. One that was opened over a day ago bears the day: its session may have been forgotten (F110). */
export const drawerName = (
  { register_name, opened_at }: Pick<OpenDrawer, 'register_name' | 'opened_at'>,
  now: Date,
): string =>
  now.getTime() - opened_at.getTime() > dayMs
    ? `${register_name}, opened ${formatDay(opened_at)}`
    : register_name;
