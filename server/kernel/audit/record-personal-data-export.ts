import type { WriteContext } from '../../platform/http/context';
import { recordAudit } from './record-audit';

/** Records who exports the personal data of someone. */
export function recordPersonalDataExport(
  ctx: WriteContext,
  recordType: 'customer' | 'employee',
  { id, name }: { readonly id: number; readonly name: string },
): void {
  recordAudit(ctx, {
    action: 'exported',
    recordType,
    recordId: id,
    recordName: name,
    after: { exported: 'personal data' },
  });
}
