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

/** "2" of what is sold individually, "0.335 kg" of what is weighed. */
export const quantityWords = (quantity: Quantity, unit: string): string =>
  isPiece(unit) ? formatQuantity(quantity) : `${formatQuantity(quantity)} ${unitWord(unit)}`;

/** "£2.95" each, "£12.95/kg" by weight. */
export const unitPriceWords = (price: Pence, unit: string): string =>
  isPiece(unit) ? formatPounds(price) : `${formatPounds(price)}/${unitWord(unit)}`;

/** "1 × £2.95", "0.335 kg @ £12.95/kg". */
export const quantityAtPrice = (quantity: Quantity, unit: string, price: Pence): string =>
  `${quantityWords(quantity, unit)} ${isPiece(unit) ? '×' : '@'} ${unitPriceWords(price, unit)}`;
