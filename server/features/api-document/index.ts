import { apiDocument } from '#domain/api-document/api-document.contract';
import { openApiDocument } from '../../platform/http/openapi';
import { read, type Route } from '../../platform/http/route';

/** The API's own description, of every other route and itself. Made when it is first asked for: the start is quicker. */
export function apiDocumentRoutes(others: readonly Route[]): Route[] {
  let document: ReturnType<typeof openApiDocument> | undefined;
  return [
    read(apiDocument.show, async () => {
      document ??= openApiDocument([...others.map(route => route.call), apiDocument.show]);
      return document;
    }),
  ];
}
