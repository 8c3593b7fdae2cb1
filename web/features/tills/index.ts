export { PinField } from './pin-field';
export { CountFields, countBody, isCounted, suggestedCount, type TypedCount } from './pieces-fields';
export { useCashiers } from './use-cashiers';
