/** A count with thousands separators; a minus sign when negative, as for money. */
export const counted = (count: number): string => count.toLocaleString('en-GB').replace('-', '−');
