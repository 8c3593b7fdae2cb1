/** "Box of 6" for a box that holds six; a unit that says so in its name already is left as it is. */
export const unitWords = (unit: string, factor: string): string =>
  factor === '1' || factor === '' || unit.toLowerCase().endsWith(` of ${factor}`)
    ? unit
    : `${unit} of ${factor}`;
