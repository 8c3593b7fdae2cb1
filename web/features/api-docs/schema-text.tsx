import type { Schema } from './operations';

/** A JSON Schema as an outline, one line for each field with its type and limits. */
export function SchemaText({ schema }: { schema: Schema }) {
  return <pre className="api-schema">{outline(schema, '')}</pre>;
}

function outline(schema: Schema, indent: string): string {
  const properties = schema.properties as Record<string, Schema> | undefined;
  if (properties) {
    const required = new Set(schema.required as string[] | undefined);
    const fields = Object.entries(properties).map(
      ([name, field]) =>
        `${indent}  ${name}${required.has(name) ? '' : '?'}: ${outline(field, `${indent}  `)}`,
    );
    return `{\n${fields.join('\n')}\n${indent}}`;
  }
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return [...new Set(choices.map(choice => outline(choice, indent)))].join(' or ');
  if (schema.items) return `list of ${outline(schema.items as Schema, indent)}`;
  if (schema.enum) return (schema.enum as unknown[]).map(value => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const limits = [
    schema.format,
    typeof schema.maxLength === 'number' && `at most ${schema.maxLength} characters`,
    schema.description,
  ].filter(Boolean);
  const { type: declared = 'anything' } = schema as { type?: string | string[] };
  const type = Array.isArray(declared) ? declared.join(' or ') : declared;
  return limits.length > 0 ? `${type} (${limits.join('; ')})` : type;
}
