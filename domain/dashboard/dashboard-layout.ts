import * as z from 'zod';

/** The cards of a dashboard, in their default order. */
export const widgetNames = {
  trade: 'Today',
  todo: 'To do',
  hours: 'Takings by hour',
  money_ahead: 'Money in and out',
  takings: 'Takings',
  stock: 'Stock',
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

/** The layout of a user who has arranged nothing. */
export const defaultLayout: DashboardLayout = { shown: [...widgets], hidden: [] };

export const isDefaultLayout = ({ shown, hidden }: DashboardLayout): boolean =>
  hidden.length === 0 && widgets.every((name, index) => shown[index] === name);

/** The visible cards that a user may see, in order. */
export const visibleCards = ({ shown }: DashboardLayout, available: readonly Widget[]): Widget[] =>
  shown.filter(name => available.includes(name));

/**
 * The layout with a card moved to a place, counted from 0 among the visible ones. Cards that the user may not see at
 * present keep their neighbours, for when the permission returns.
 */
export function placedAt(
  layout: DashboardLayout,
  name: Widget,
  place: number,
  available: readonly Widget[],
): DashboardLayout {
  const visible = visibleCards(layout, available);
  const from = visible.indexOf(name);
  const to = Math.max(0, Math.min(place, visible.length - 1));
  const target = visible[to];
  if (from < 0 || from === to || target === undefined) return layout;
  const others = layout.shown.filter(other => other !== name);
  const at = others.indexOf(target) + (to > from ? 1 : 0);
  return { shown: others.toSpliced(at, 0, name), hidden: layout.hidden };
}

/** The same by one place; a card at either end stays there. */
export const moved = (
  layout: DashboardLayout,
  name: Widget,
  by: -1 | 1,
  available: readonly Widget[],
): DashboardLayout => placedAt(layout, name, visibleCards(layout, available).indexOf(name) + by, available);

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
