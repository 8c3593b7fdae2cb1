export { numberConstraints } from './constraints';
export { findPrefixes, findPrefixesOf } from './find-prefixes';
export { nextNumber, type TakenNumber, takingNextNumber, takingNumber, takingNumberFor } from './next-number';
export { numbersWithoutGap } from './number-invariant';
export {
  countOfNumber,
  isNumberSeries,
  numberOf,
  type NumberSeries,
  numberSeries,
  defaultPrefix,
} from './series';
