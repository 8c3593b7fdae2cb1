import { labelOf, valueInWords } from './field-words';
import type { FieldClash } from './form-conflict';
import type { LineFields, MergedEdits } from './merge-edits';
import type { FormLine, LineClash, LineRules } from '../lines/merge-lines';

/** A field in words, as the form shows it. */
type FieldNode = (field: string) => HTMLElement | null;

/** What the other person did to the lines, a sentence each. */
export const lineSentences = <Values>(
  { lines }: Pick<MergedEdits<Values>, 'lines'>,
  rulesOf: LineFields,
): string[] =>
  lines.flatMap(({ field, changed, added, removed }) => {
    const rules = rulesOf[field];
    if (!rules) return [];
    return (
      [
        ['Lines changed by the other person and now shown here', changed],
        ['Lines added by the other person', added],
        ['Lines removed by the other person', removed],
      ] as const
    ).flatMap(([words, some]) => (some.length === 0 ? [] : [`${words}: ${namesOf(some, rules)}.`]));
  });

const maxNamed = 5;

function namesOf(lines: readonly FormLine[], rules: LineRules): string {
  const names = lines.slice(0, maxNamed).map(line => rules.nameOf(line));
  const more = lines.length - names.length;
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`;
}

/** The choice between two values of a field. */
export function fieldClash(
  node: FieldNode,
  { field, mine, theirs }: { readonly field: string; readonly mine: unknown; readonly theirs: unknown },
): FieldClash {
  const input = node(field);
  return {
    field,
    label: labelOf(input, field),
    mine: valueInWords(input, mine),
    theirs: valueInWords(input, theirs),
    choice: null,
  };
}

/** The choice between two copies of a line: only values that differ are named. */
export function lineClash(
  { field, place }: { readonly field: string; readonly place: number },
  { key, mine, theirs }: LineClash,
  rules: LineRules,
): FieldClash {
  const one = mine ?? theirs;
  const name = one ? rules.nameOf(one) : '';
  return {
    field: `${field} ${key}`,
    label: place > 0 ? `Line ${place}: ${name}` : name,
    mine: copyInWords(mine, theirs, rules),
    theirs: copyInWords(theirs, mine, rules),
    choice: null,
  };
}

function copyInWords(line: FormLine | null, other: FormLine | null, rules: LineRules): string {
  if (!line) return 'Removed';
  const others = new Map(other ? rules.valuesOf(other) : []);
  return rules
    .valuesOf(line)
    .filter(([name, value]) => (other ? others.get(name) !== value : value !== ''))
    .map(([name, value]) => `${name} ${value === '' ? '—' : value}`)
    .join(', ');
}
