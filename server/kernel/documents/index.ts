export { numberConstraints } from './constraints';
export { findPrefixes, findPrefixesOf } from './find-prefixes';
export { nextNumber, takingNumber } from './next-number';
export { numbersWithoutGap } from './number-invariant';
export {
  countOfNumber,
  isNumberSeries,
  numberOf,
  type NumberSeries,
  numberSeries,
  defaultPrefix,
} from './series';
