import type { FormErrors } from '@mantine/form';

/** `lines.3.quantity` → the errors of the lines after a removed one move up. */
export const withoutLine = (errors: FormErrors, removed: number): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, error]) => {
      if (path === 'lines') return [];
      const [, line, field] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? [];
      const index = Number(line);
      if (line === undefined || index < removed) return [[path, error]];
      return index === removed ? [] : [[`lines.${index - 1}.${field}`, error]];
    }),
  );

/** The errors of everything but the lines. */
export const withoutLines = (errors: FormErrors): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([path]) => path !== 'lines' && !path.startsWith('lines.')),
  );
