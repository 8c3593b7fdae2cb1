/** A statement as the driver takes it. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** The text under which several statements are sent as one; they are its values. */
export const batchText = '/* sent together */';

/** Whether the values of a statement are statements. */
export const isBatch = (text: string): boolean => text === batchText;
