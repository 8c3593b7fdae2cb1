import { formatQuantity, type Quantity } from './quantity';

/** 2 but not 2.5, in thousandths. */
export const isWholeNumber = (quantity: number): boolean => quantity % 1000 === 0;

/** Whether a unit takes a quantity: cheese is weighed, kettles are counted (decision 205). */
export const fitsUnit = (quantity: Quantity, unit: { readonly is_whole: boolean }): boolean =>
  !unit.is_whole || isWholeNumber(quantity);

/** The refusal of a quantity in the product's own unit: half a box of five kettles is 2.5 kettles. */
export const notWholeWords = (product: string, unit: string, quantity: Quantity): string =>
  `${product} is counted in whole numbers (${unit}), and this is ${formatQuantity(quantity)}. Enter a different quantity.`;
