/**
 * Returns a value that must be there, such as the product of a stock line. Throws with what is missing: a
 * placeholder such as 0 would be stored as if it were a record.
 */
export function requirePresent<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`${what} is missing`);
  return value;
}
