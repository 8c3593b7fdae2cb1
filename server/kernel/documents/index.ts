export { nextNumber } from './next-number';
export { numbersWithoutGap } from './number-invariant';
export { numberSeries } from './series';
