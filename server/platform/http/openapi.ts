import * as z from 'zod';
import type { Access } from '#domain/kernel/access';
import { type AnyCall, pathParamNames } from '#domain/kernel/call';
import { errorReply, errorStatus } from '#domain/kernel/error-codes';

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of the API, generated from the contracts. Schemas describe the wire: an amount is a decimal
 * string, an instant is text.
 */
export function openApiDocument(calls: readonly AnyCall[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Counterfoil',
      version: '1',
      description:
        'The API of the back office. Amounts are pounds as decimal strings; dates are YYYY-MM-DD; instants are UTC.',
    },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token returned by sign-in, or an API token (cf_…).',
        },
      },
      schemas: { Error: onTheWire(errorReply) },
    },
  };
}

function operation(call: AnyCall): Json {
  return {
    tags: [tagOf(call.path)],
    operationId: operationId(call),
    summary: call.summary,
    description: requirementsInWords(call),
    ...(call.access === 'public' ? { security: [] } : {}),
    parameters: [...pathParameters(call), ...queryParameters(call), ...headerParameters(call)],
    ...requestBody(call),
    responses: { 200: success(call), ...refusals(call) },
  };
}

const tagOf = (path: string) => path.split('/')[1] ?? 'api';

const operationId = (call: AnyCall) =>
  call.method.toLowerCase() +
  call.path.replaceAll(/[{}]/g, '').replaceAll(/[/_-](\w)/g, (_, letter: string) => letter.toUpperCase());

/** What a call requires of its caller, for readers of the documentation. */
export const requirementsInWords = (call: AnyCall): string =>
  accessInWords(call.access) +
  (call.needsConfirmation ? ' Only soon after signing in or confirming who you are.' : '');

function accessInWords(access: Access): string {
  if (access === 'public') return 'Public.';
  if (access === 'signed-in') return 'Any signed-in user.';
  if (access === 'administrator') return 'Administrators only.';
  const listed = (names: readonly string[], word: string) =>
    names.map(name => `\`${name}\``).join(` ${word} `);
  const all = 'allOf' in access ? listed(access.allOf, 'and') : '';
  const any = 'anyOf' in access ? listed(access.anyOf, 'or') : '';
  if ('andAnyOf' in access) return `Requires ${any}, and ${listed(access.andAnyOf, 'or')}.`;
  return `Requires ${all && any ? `${all}, and ${any}` : all || any}.`;
}

/** A schema as JSON Schema, from the client's side; OpenAPI 3.1's own draft, so it need not be named. */
function onTheWire(schema: z.ZodType): Json {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Json;
  return json;
}

const pathParameters = (call: AnyCall): Json[] =>
  pathParamNames(call.path).map(name => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  }));

function queryParameters(call: AnyCall): Json[] {
  const { properties = {}, required = [] } = onTheWire(call.query) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

const headerParameters = (call: AnyCall): Json[] =>
  call.method === 'POST' && call.access !== 'public'
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 8, maxLength: 200 },
          description:
            'A unique key for this request. Repeating the request with the same key has one effect and returns the same response.',
        },
      ]
    : [];

function requestBody(call: AnyCall): Json {
  if (call.method === 'GET' || call.method === 'DELETE') return {};
  if (call.bodyKind === 'multipart') {
    if (!call.form) throw new Error(`${call.method} ${call.path} does not say what its form holds`);
    const fields = onTheWire(call.form.fields) as { properties?: Json; required?: string[] };
    const file = { type: 'string', contentMediaType: 'application/octet-stream' };
    const schema = {
      type: 'object',
      properties: {
        ...fields.properties,
        [call.form.files]: call.form.many ? { type: 'array', items: file } : file,
      },
      required: [...(fields.required ?? []), ...(call.form.many ? [] : [call.form.files])],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  return {
    requestBody: { required: true, content: { 'application/json': { schema: onTheWire(call.body) } } },
  };
}

const success = (call: AnyCall): Json =>
  call.replyKind === 'stream'
    ? {
        description: 'Events, one JSON object each, until either side ends the stream',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      }
    : call.replyKind === 'file'
      ? {
          description: 'The file',
          content: {
            'application/octet-stream': {
              schema: { type: 'string', contentMediaType: 'application/octet-stream' },
            },
          },
        }
      : { description: 'Done', content: { 'application/json': { schema: onTheWire(call.reply) } } };

const words: Partial<Record<keyof typeof errorStatus, string>> = {
  bad_request: 'The request could not be read',
  not_signed_in: 'Not signed in',
  forbidden: 'Permission missing',
  not_found: 'Record not found',
  conflict: 'Not allowed in the current state of the record',
  invalid: 'A value is wrong; `errors` names the fields',
  too_many_requests: 'Too many requests; see Retry-After',
  out_of_space: 'No disk space for files; nothing was stored',
};

function refusals(call: AnyCall): Json {
  const kinds: (keyof typeof words)[] = [
    'bad_request',
    ...(call.access === 'public' ? [] : (['not_signed_in', 'forbidden'] as const)),
    ...(call.path.includes('{') ? (['not_found'] as const) : []),
    ...(call.method === 'GET' ? [] : (['conflict'] as const)),
    'invalid',
    'too_many_requests',
    ...(call.bodyKind === 'multipart' ? (['out_of_space'] as const) : []),
  ];
  const reference = { schema: { $ref: '#/components/schemas/Error' } };
  return Object.fromEntries(
    kinds.map(kind => [
      errorStatus[kind],
      { description: words[kind], content: { 'application/json': reference } },
    ]),
  );
}
