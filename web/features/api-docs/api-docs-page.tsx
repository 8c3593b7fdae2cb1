import { Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageTitle } from '../../platform/page-title';
import { Card } from '../../ui/card';
import { PageHeader } from '../../ui/page-header';
import './api-docs.css';
import { apiNow } from './api-docs.queries';
import { type Operation, operationsOf } from './operations';
import { SchemaText } from './schema-text';

/** The API reference: each call with its permissions, parameters and response. */
export function ApiDocsPage() {
  usePageTitle('API');
  const [search, setSearch] = useState('');
  const page = useQuery(apiNow);
  const found =
    page.data &&
    operationsOf(page.data).filter(operation => operation.searchText.includes(search.toLowerCase()));
  const tags = [...new Set(found?.map(operation => operation.tag))];
  return (
    <>
      <PageHeader title="API" detail="OpenAPI 3.1, also at /api/openapi.json with your token" />
      <TextInput
        aria-label="Search API calls"
        placeholder="Search by path, description or permission"
        value={search}
        mb={16}
        maw={420}
        onChange={event => setSearch(event.currentTarget.value)}
      />
      {!found && <Skeleton height={480} />}
      {found?.length === 0 && <p>No calls match this search.</p>}
      {tags.map(tag => (
        <Card key={tag} title={tag} flush>
          {found
            ?.filter(operation => operation.tag === tag)
            .map(operation => (
              <Call key={operation.id} operation={operation} />
            ))}
        </Card>
      ))}
    </>
  );
}

const Call = ({ operation }: { operation: Operation }) => (
  <details className="api-call">
    <summary>
      <code className="api-method">{operation.method}</code> <code>/api{operation.path}</code>{' '}
      <span>{operation.summary}</span>
    </summary>
    <div className="api-call-body">
      <p>{operation.access}</p>
      {operation.parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <dl>
            {operation.parameters.map(parameter => (
              <div key={parameter.in + parameter.name}>
                <dt>
                  <code>{parameter.name}</code> in {parameter.in}
                  {parameter.required && ', required'}
                </dt>
                <dd>
                  <SchemaText schema={parameter.schema} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {operation.body && (
        <>
          <h3>Body</h3>
          <SchemaText schema={operation.body} />
        </>
      )}
      <h3>Response</h3>
      {operation.reply ? <SchemaText schema={operation.reply} /> : <p>A file.</p>}
    </div>
  </details>
);
