import { apiDocument } from '#domain/api-document/api-document.contract';
import { contractQuery } from '../../platform/queries';

export const apiNow = contractQuery(apiDocument.show, { shownInPlace: false });
