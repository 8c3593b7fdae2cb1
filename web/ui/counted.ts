/** A count as people read it; below zero with a minus sign, as money has. */
export const counted = (count: number): string => count.toLocaleString('en-GB').replace('-', '−');
