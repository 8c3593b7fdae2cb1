import { type LineRules, mergeLines } from '../../ui/lines/merge-lines';
import type { Chosen, GroupValues } from './promotion-values';

/** A product or category is chosen or not, so two users’ choices never clash. */
const chosenRules: LineRules<Chosen> = {
  isSame: (one, other) => one.of === other.of,
  keepMine: mine => mine,
  nameOf: ({ name }) => name,
  valuesOf: () => [],
  idOf: ({ of }) => of,
};

const namesOf = (chosen: readonly Chosen[]): string => chosen.map(({ name }) => name).join(', ');

const isSameChoice = (one: readonly Chosen[], other: readonly Chosen[]): boolean => {
  const others = new Set(other.map(({ of }) => of));
  return one.length === other.length && one.every(({ of }) => others.has(of));
};

const mergeChoice = (before: Chosen[], mine: Chosen[], theirs: Chosen[]): Chosen[] => [
  ...mergeLines(before, mine, theirs, chosenRules).lines,
];

/** Both users’ changes of a group, unless they entered different quantities. */
function mergeGroups(before: GroupValues, mine: GroupValues, theirs: GroupValues): GroupValues | null {
  const isMine = mine.units !== before.units;
  if (isMine && theirs.units !== before.units && mine.units !== theirs.units) return null;
  return {
    ...mine,
    units: isMine ? mine.units : theirs.units,
    products: mergeChoice(before.products, mine.products, theirs.products),
    categories: mergeChoice(before.categories, mine.categories, theirs.categories),
  };
}

const groupRules: LineRules<GroupValues> = {
  isSame: (one, other) =>
    one.units.trim() === other.units.trim() &&
    isSameChoice(one.products, other.products) &&
    isSameChoice(one.categories, other.categories),
  keepMine: mine => mine,
  mergeBoth: mergeGroups,
  nameOf: ({ units, products, categories }) => `${units} of ${namesOf([...products, ...categories])}`,
  valuesOf: ({ units, products, categories }) => [
    ['Quantity', units],
    ['Products', namesOf(products)],
    ['Categories', namesOf(categories)],
  ],
};

/** How two users’ edits of a promotion are merged (F12): group by group, and by what is chosen in each. */
export const promotionLines = {
  products: chosenRules,
  categories: chosenRules,
  groups: groupRules,
};
