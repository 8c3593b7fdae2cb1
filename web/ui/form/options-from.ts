/** Select options from values and their labels. */
export const optionsFrom = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));
