import type * as z from 'zod';

/** Placeholders that a text may contain, with their meaning. */
export type MergeFields = Readonly<Record<string, string>>;

const braces = /\{\{\s*([a-z_]+)\s*\}\}/g;

/** Fills in the placeholders of a template. Unknown values stay visible as placeholders. */
export const merge = (text: string, values: Readonly<Partial<Record<string, string>>>): string =>
  text.replaceAll(braces, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );

/** Refuses a text with other placeholders than these, because an unknown one would be sent as it is. */
export const knowing =
  (fields: MergeFields) =>
  (text: string | null | undefined, context: z.RefinementCtx): void => {
    const unknown = [...(text ?? '').matchAll(/\{\{([^{}]*)\}\}/g)]
      .map(([, name = '']) => name.trim())
      .find(name => !Object.hasOwn(fields, name));
    if (unknown === undefined) return;
    const known = Object.keys(fields).map(name => `{{${name}}}`);
    context.addIssue({
      code: 'custom',
      message: `{{${unknown}}} is not a placeholder. Use ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`,
    });
  };
