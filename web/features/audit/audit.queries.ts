import { queryOptions } from '@tanstack/react-query';
import { audit } from '#domain/audit/audit.contract';
import { contractQuery, pageQuery } from '../../platform/queries';
import { afterAnyWrite } from '../../platform/reload';

export const auditPage = pageQuery(audit.list, afterAnyWrite);
export const auditFacets = contractQuery(audit.facets, { shownInPlace: false });

/** The history of one record. */
export const historyOf = (recordType: string, recordId: number) =>
  queryOptions({
    ...contractQuery(audit.list, {
      query: { record_type: recordType, record_id: String(recordId), per_page: '200' },
    }),
    meta: afterAnyWrite,
  });
