import { formatPounds, type Pence } from './money';
import { formatQuantity, type Quantity } from './quantity';

const symbols: Readonly<Record<string, string>> = {
  kilogram: 'kg',
  kilo: 'kg',
  gram: 'g',
  litre: 'l',
  millilitre: 'ml',
  metre: 'm',
  centimetre: 'cm',
};

const isPiece = (unit: string) => unit.toLowerCase() === 'each';

/** Kilogram as "kg", Case as "case". */
export const unitWord = (unit: string): string => symbols[unit.toLowerCase()] ?? unit.toLowerCase();

/** "case" for one, "cases" for any other quantity; symbols have no plural. */
function countedUnit(quantity: number, unit: string): string {
  const word = unitWord(unit);
  if (quantity === 1000 || symbols[unit.toLowerCase()] !== undefined) return word;
  return word.replace(/^.*?(?= of |$)/, plural);
}

function plural(noun: string): string {
  if (noun.length < 3 || !/[a-z]$/.test(noun) || /[^s]s$|^dozen$/.test(noun)) return noun;
  if (/(?:[sxz]|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** A quantity with its unit: "2" for single items, "0.335 kg" by weight, "2 cases". */
export const quantityWords = (quantity: number, unit: string): string =>
  isPiece(unit) ? formatQuantity(quantity) : `${formatQuantity(quantity)} ${countedUnit(quantity, unit)}`;

/** The unit shown beside a quantity field; none for single items. */
export const unitSuffix = (unit: string): string | null => (isPiece(unit) ? null : unitWord(unit));

/** "Case of 24" for a unit of several items, unless its name already says so. */
export const unitName = (unit: string, factor: string): string =>
  factor === '1' || factor === '' || unit.toLowerCase().endsWith(` of ${factor}`)
    ? unit
    : `${unit} of ${factor}`;

/** "£2.95" each, "£12.95/kg" by weight. */
export const unitPriceWords = (price: Pence, unit: string): string =>
  isPiece(unit) ? formatPounds(price) : `${formatPounds(price)}/${unitWord(unit)}`;

/** "1 × £2.95", "0.335 kg @ £12.95/kg". */
export const quantityAtPrice = (quantity: Quantity, unit: string, price: Pence): string =>
  `${quantityWords(quantity, unit)} ${isPiece(unit) ? '×' : '@'} ${unitPriceWords(price, unit)}`;
