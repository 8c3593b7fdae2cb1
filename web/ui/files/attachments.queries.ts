import type { AttachmentCalls } from '#domain/kernel/attachment-calls';
import { contractQuery } from '../../platform/queries';

export const attachmentsOf = (calls: AttachmentCalls, recordId: number) =>
  contractQuery(calls.list, { params: { id: recordId } });
