/** The choices of a select, made of values and the words people read for them. */
export const optionsFrom = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
