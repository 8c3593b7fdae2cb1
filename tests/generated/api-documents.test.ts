import { expect, test } from 'vitest';
import { openApiDocument, requirementsInWords } from '../../server/platform/http/openapi';
import { everyRoute } from '../support/every-route';
import { expectCurrent } from '../support/generated-file';

const calls = everyRoute.map(route => route.call);

test('the OpenAPI document matches the contracts', () => {
  expectCurrent('docs/api/openapi.json', `${JSON.stringify(openApiDocument(calls), null, 2)}\n`);
});

test('the table of routes and permissions matches the contracts', () => {
  const rows = calls.map(
    call => `| ${call.method} | \`/api${call.path}\` | ${call.summary} | ${requirementsInWords(call)} |`,
  );
  const head =
    '# Routes\n\nMade by `npm run generate` from the contracts in `domain/`.\n\n| Method | Path | What it does | Who may |\n|---|---|---|---|\n';
  expectCurrent('docs/api/routes.md', `${head}${rows.join('\n')}\n`);
});

test('no two operations share a name, and every path parameter is described', () => {
  const document = openApiDocument(calls) as {
    paths: Record<
      string,
      Record<string, { operationId: string; parameters: { name: string; in: string }[] }>
    >;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map(operation => ({ path, ...operation })),
  );
  expect(new Set(operations.map(operation => operation.operationId)).size).toBe(operations.length);
  for (const { path, parameters } of operations) {
    const named = parameters.filter(parameter => parameter.in === 'path').map(parameter => parameter.name);
    expect(named).toEqual(Array.from(path.matchAll(/\{(\w+)\}/g), match => match[1]));
  }
});
