export type Schema = { readonly [key: string]: unknown };

/** One call of the OpenAPI document, as the page shows it. */
export type Operation = {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly access: string;
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[];
  readonly body: Schema | undefined;
  readonly reply: Schema | undefined;
  readonly searchText: string;
};

type Content = { content?: Record<string, { schema: Schema }> };
type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Operation['parameters'];
  requestBody?: Content;
  responses: Record<string, Content>;
};

const schemaIn = (part: Content | undefined): Schema | undefined =>
  (part?.content?.['application/json'] ?? part?.content?.['multipart/form-data'])?.schema;

/** The calls of a document, in its order. */
export function operationsOf(document: Readonly<Record<string, unknown>>): Operation[] {
  const paths = document.paths as Record<string, Record<string, Described>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      id: described.operationId,
      tag: described.tags[0] ?? 'api',
      method: method.toUpperCase(),
      path,
      summary: described.summary,
      access: described.description,
      parameters: described.parameters,
      body: schemaIn(described.requestBody),
      reply: schemaIn(described.responses['200']),
      searchText: `${method} ${path} ${described.summary} ${described.description}`.toLowerCase(),
    })),
  );
}
