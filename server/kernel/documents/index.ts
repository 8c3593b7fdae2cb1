export { nextNumber } from './next-number';
export { type NumberedDocuments, numbersWithoutGap } from './number-invariant';
export { type NumberSeries, numberSeries } from './series';
