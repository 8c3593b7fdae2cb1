import type * as z from 'zod';
/** Placeholders that a text may contain, with their meaning. */
export type MergeFields = Readonly<Record<string, string>>;
/** Fills in the placeholders of a template. Unknown values stay visible as placeholders. */
export declare const merge: (text: string, values: Readonly<Partial<Record<string, string>>>) => string;
/** Refuses a text with other placeholders than these, because an unknown one would be sent as it is. */
export declare const knowing: (fields: MergeFields) => (text: string | null | undefined, context: z.RefinementCtx) => void;
