import * as z from 'zod';

/** The cards of a dashboard, in their default order. */
export const widgetNames = {
  trade: 'Today',
  todo: 'To do',
  takings: 'Takings',
  suppliers: 'Suppliers',
  owed_most: 'Largest amounts owed',
  activity: 'Recent activity',
} as const;
export type Widget = keyof typeof widgetNames;
export const widgets = Object.keys(widgetNames) as [Widget, ...Widget[]];

const widget = z.enum(widgets, `Choose from: ${widgets.join(', ')}.`);
const eachOnce = (chosen: readonly Widget[]) => new Set(chosen).size === chosen.length;

/** The cards that a user sees, in order. */
export const dashboardLayout = z.strictObject({
  shown: z.array(widget).max(widgets.length).refine(eachOnce, 'List each card once.'),
  hidden: z.array(widget).max(widgets.length).refine(eachOnce, 'List each card once.'),
});
export type DashboardLayout = z.output<typeof dashboardLayout>;

/**
 * The stored layout, completed: new cards come last, removed ones are dropped, and shown takes precedence
 * over hidden.
 */
export function completeLayout(chosen: unknown): DashboardLayout {
  const read = z
    .object({ shown: z.array(z.string()).catch([]), hidden: z.array(z.string()).catch([]) })
    .catch({ shown: [], hidden: [] })
    .parse(chosen);
  const known = (names: readonly string[]) => [
    ...new Set(names.filter((name): name is Widget => Object.hasOwn(widgetNames, name))),
  ];
  const shown = known(read.shown);
  const hidden = known(read.hidden).filter(name => !shown.includes(name));
  const rest = widgets.filter(name => !shown.includes(name) && !hidden.includes(name));
  return { shown: [...shown, ...rest], hidden };
}

/** The layout with a card moved by this many places among the visible ones, stopping at either end. */
export function moved({ shown, hidden }: DashboardLayout, name: Widget, by: -1 | 1): DashboardLayout {
  const from = shown.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= shown.length) return { shown, hidden };
  return { shown: shown.with(from, shown[to] ?? name).with(to, name), hidden };
}

/** The layout with a card shown at the end, or hidden. */
export const withShown = (
  { shown, hidden }: DashboardLayout,
  name: Widget,
  isShown: boolean,
): DashboardLayout =>
  isShown
    ? {
        shown: [...shown.filter(other => other !== name), name],
        hidden: hidden.filter(other => other !== name),
      }
    : {
        shown: shown.filter(other => other !== name),
        hidden: [...hidden.filter(other => other !== name), name],
      };
