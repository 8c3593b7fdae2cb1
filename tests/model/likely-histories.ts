import type { Step } from './plain/steps';

const named = [
  'order',
  'receipt',
  'bill',
  'payment',
  'credit',
  'sale',
  'money',
  'writeOff',
  'count',
  'adjustment',
] as const;

/** The earlier steps that a step refers to. */
const parents = (step: Step): number[] => {
  const fields = step as unknown as Record<string, unknown>;
  const lines = 'lines' in step && step.do === 'return' ? step.lines.map(([receipt]) => receipt) : [];
  const parts = 'parts' in step ? step.parts.map(([whole]) => whole) : [];
  return [
    ...named.flatMap(name => (typeof fields[name] === 'number' ? [fields[name]] : [])),
    ...lines,
    ...parts,
  ];
};

/** The products of a step itself. */
const products = (step: Step): number[] => {
  if (step.do === 'order') return step.lines.map(({ product }) => product);
  if (step.do === 'start count') return [...step.products];
  if (step.do === 'adjust' || step.do === 'count') return [step.product];
  return 'basket' in step ? step.basket.lines.map(({ product }) => product) : [];
};

/**
 * Histories likely to fail in the same way, shortest first: the last step with what it refers to; then also what refers to
 * any of that; then everything about the same products.
 */
export function likelyHistories(steps: readonly Step[]): Step[][] {
  const last = steps.at(-1);
  if (!last) return [];
  const line = new Set([last.n, ...parents(last)]);
  for (const step of steps.toReversed()) if (line.has(step.n)) for (const one of parents(step)) line.add(one);
  const family = new Set(line);
  for (const step of steps) if (parents(step).some(one => family.has(one))) family.add(step.n);
  const about = new Set(steps.filter(({ n }) => family.has(n)).flatMap(products));
  const related = new Set(family);
  for (const step of steps)
    if (products(step).some(product => about.has(product)) || parents(step).some(one => related.has(one))) {
      related.add(step.n);
      for (const one of parents(step)) related.add(one);
    }
  const histories = [line, family, related].map(selected =>
    steps.filter(step => selected.has(step.n) || step.do === 'next day'),
  );
  return histories.filter(history => history.length < steps.length);
}
