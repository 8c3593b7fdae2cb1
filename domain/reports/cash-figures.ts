import {
  includesSection,
  type ProfitPart,
  profitPart,
  profitPartNames,
  type ProfitSection,
  sectionOf,
} from '../accounting/profit-parts';
import { excludingWages, revealsPay } from '../accounting/wages';
import type { AccountKind } from '../accounts/account.contract';
import { hasPermission, type Holder } from '../kernel/access';
import { toPence } from '../kernel/money';
import type { Permission } from '../kernel/permissions';
import { asCashLine, type CashCause, cashCauses, goodsLine } from './cash-basis';

/** A line of the statement on the cash basis, with the accounts that it takes up. */
export type CashLine = {
  readonly key: string;
  readonly label: string;
  readonly section: ProfitSection;
  readonly codes: readonly string[];
};

/** Every line that the statement can have, in the order of the accounts given. */
export function cashLines(
  accounts: readonly { readonly code: string; readonly name: string; readonly kind: AccountKind }[],
): CashLine[] {
  const lines = new Map<string, CashLine>();
  for (const account of accounts) {
    const entry = asCashLine({ ...account, step: 0, amount: toPence(0) });
    const section = entry.section ?? sectionOf(entry);
    if (section === null) continue;
    const isGoods = entry.code === goodsLine;
    lines.set(entry.code, {
      key: entry.code,
      label: isGoods ? entry.name : `${entry.code} ${entry.name}`,
      section,
      codes: [...(lines.get(entry.code)?.codes ?? (isGoods ? [goodsLine] : [])), account.code],
    });
  }
  return [...lines.values()];
}

const isPart = (figure: string): figure is ProfitPart => Object.hasOwn(profitPartNames, figure);
export const isCause = (figure: string | undefined): figure is CashCause =>
  figure !== undefined && Object.hasOwn(cashCauses, figure);

const isCost = ({ section }: CashLine) => section === 'cost_of_sales';
/** Costs are shown above zero, income and results as they add to the profit. */
const isShownAsCost = (section: string | undefined) => section === 'cost_of_sales' || section === 'overheads';

/** The permissions that the report asks for before it shows a figure. */
export function permissionsFor(figure: string | undefined, lines: readonly CashLine[]): Permission[] {
  if (figure === undefined) return [];
  if (isCause(figure)) return ['view_cost', 'view_pay'];
  if (isPart(figure)) return includesSection(figure, 'cost_of_sales') ? ['view_cost'] : [];
  if (revealsPay(figure)) return ['view_pay'];
  return lines.some(line => line.key === figure && isCost(line)) ? ['view_cost'] : [];
}

/** What a figure counts. */
export type BehindFigure = {
  readonly lines: readonly CashLine[];
  /** The causes of differences between the bases; null for the figures of the statement. */
  readonly causes: readonly CashCause[] | null;
  readonly sign: 1 | -1;
};

/** What is behind a figure; without one, every line. Cost and pay are left out for users who may not see them. */
export function behindFigure(
  figure: string | undefined,
  all: readonly CashLine[],
  viewer: Holder,
): BehindFigure {
  const visible = all.filter(
    line =>
      (hasPermission(viewer, 'view_cost') || !isCost(line)) &&
      (hasPermission(viewer, 'view_pay') || !revealsPay(line.key)),
  );
  if (figure === undefined) return { lines: visible, causes: null, sign: 1 };
  if (isCause(figure)) return { lines: visible, causes: [figure], sign: 1 };
  const lines = visible.filter(line =>
    isPart(figure) ? includesSection(figure, line.section) : line.key === figure,
  );
  const section = isPart(figure) ? figure : lines[0]?.section;
  return { lines, causes: null, sign: isShownAsCost(section) ? -1 : 1 };
}

/** The figures that a user may ask for, by name. */
export function figuresFor(
  lines: readonly CashLine[],
  viewer: Holder,
): { readonly key: string; readonly label: string }[] {
  const withoutPay = hasPermission(viewer, 'view_pay') ? '' : excludingWages;
  const parts = profitPart.options.map(key => ({
    key,
    label: `${profitPartNames[key]}${includesSection(key, 'overheads') ? withoutPay : ''}`,
  }));
  const causes = Object.entries(cashCauses).map(([key, label]) => ({ key, label }));
  return [...parts, ...lines.map(({ key, label }) => ({ key, label })), ...causes].filter(({ key }) =>
    permissionsFor(key, lines).every(permission => hasPermission(viewer, permission)),
  );
}
