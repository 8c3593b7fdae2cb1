/** "Box of 6" for a box of six, unless the unit's name already says so. */
export const unitWords = (unit: string, factor: string): string =>
  factor === '1' || factor === '' || unit.toLowerCase().endsWith(` of ${factor}`)
    ? unit
    : `${unit} of ${factor}`;
