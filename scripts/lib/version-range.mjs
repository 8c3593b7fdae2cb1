/** Whether a version is in a range as `engines` fields write them: `>=18`, `^20.19 || >=22.12`, `18.x`, `>=10 <21`. */
export function satisfies(version, range) {
  return range
    .split('||')
    .some(part => comparators(part).every(comparator => meets(numbers(version), comparator)));
}

function comparators(part) {
  const spaced = part.trim().replace(/([<>=^~]+)\s+/g, '$1');
  const hyphen = /^(\S+)\s+-\s+(\S+)$/.exec(spaced);
  if (hyphen) return [`>=${hyphen[1]}`, `<=${hyphen[2]}`];
  return spaced.split(/[\s,]+/).filter(Boolean);
}

function meets(version, comparator) {
  const [, operator, text] = /^([<>=^~]*)v?(.*)$/.exec(comparator);
  if (text === '' || /^[x*]/i.test(text)) return true;
  const bound = numbers(text);
  const given = text.split('.').filter(piece => /^\d/.test(piece)).length;
  const compared = compare(version, bound);
  switch (operator) {
    case '>=':
      return compared >= 0;
    case '>':
      return compared > 0 && !startsWith(version, bound, given);
    case '<':
      return compared < 0;
    case '<=':
      return compared <= 0 || startsWith(version, bound, given);
    case '^':
      return compared >= 0 && startsWith(version, bound, bound[0] > 0 ? 1 : 2);
    case '~':
      return compared >= 0 && startsWith(version, bound, Math.min(given, 2));
    default:
      return startsWith(version, bound, given);
  }
}

const numbers = text => [0, 1, 2].map(index => Number.parseInt(text.split('.')[index] ?? '0', 10) || 0);

const startsWith = (version, bound, length) =>
  bound.slice(0, length).every((part, index) => part === version[index]);

const compare = (one, other) =>
  one.map((part, index) => part - other[index]).find(difference => difference !== 0) ?? 0;
