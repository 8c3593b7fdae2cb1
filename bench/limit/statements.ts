const files = import.meta.glob<string>('./*/*.sql', { query: '?raw', import: 'default', eager: true });

/** The text of a statement by its file: `reads/invoices`. */
export function textOf(file: string): string {
  const text = files[`./${file}.sql`];
  if (text === undefined) throw new Error(`There is no bench/limit/${file}.sql`);
  return text;
}
