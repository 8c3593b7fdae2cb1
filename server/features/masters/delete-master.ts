import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound } from '../../platform/http/refusal';
import type { MasterKind } from './master-kinds';
import { countUses, deleteMaster, lockMaster } from './masters.queries';

/** Deletes an unused master record. 404 when it is gone, 409 with the number of uses otherwise. */
export async function removeMaster(
  ctx: WriteContext,
  kind: MasterKind,
  id: number,
): Promise<{ message: string }> {
  const master = ensureFound(await lockMaster(ctx.tx, kind, id), kind.noun);
  const uses = await countUses(ctx.tx, kind, id);
  if (uses.length > 0) {
    throw conflict(
      `“${master.name}” is used by ${uses.join(' and ')}, so it cannot be deleted. Set it to inactive instead.`,
    );
  }
  await deleteMaster(ctx.tx, kind, id);
  recordAudit(ctx, {
    action: 'deleted',
    recordType: kind.recordType,
    recordId: id,
    recordName: master.name,
    before: { name: master.name, status: master.status },
  });
  return { message: 'Deleted successfully!' };
}
