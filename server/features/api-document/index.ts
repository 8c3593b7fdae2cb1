import { apiDocument } from '#domain/api-document/api-document.contract';
import { openApiDocument } from '../../platform/http/openapi';
import { read, type Route } from '../../platform/http/route';

/**
 * Serves the OpenAPI document of every route, including this one. Generated on first request, to keep the start quick.
 */
export function apiDocumentRoutes(others: readonly Route[]): Route[] {
  let document: ReturnType<typeof openApiDocument> | undefined;
  return [
    read(apiDocument.show, async () => {
      document ??= openApiDocument([...others.map(route => route.call), apiDocument.show]);
      return document;
    }),
  ];
}
