import type { AttachmentCalls } from '#domain/kernel/attachment-calls';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { formToSend } from '../../platform/form-to-send';
import { toast } from '../../platform/notices';
import type { PickedFiles } from './use-picked-files';

/**
 * Attaches the files picked in the form of a record that was just saved. If that fails, it says so: the record stays, and they
 * can be attached on its page.
 */
export async function attachPicked(
  calls: AttachmentCalls,
  id: number,
  picked: PickedFiles,
  failure: string,
): Promise<boolean> {
  if (picked.files.length === 0) return true;
  const form = new FormData();
  for (const file of picked.files) form.append('attachments[]', file, file.name);
  try {
    const { rejected } = await request(calls.add, {
      params: { id },
      ...formToSend(form),
      shownInPlace: true,
    });
    if (rejected.length > 0) toast.error(rejected.join('\n'));
    return rejected.length === 0;
  } catch (error) {
    toast.error(`${failure} ${messageOf(error, 'Attach them again.')}`);
    return false;
  } finally {
    picked.clear();
  }
}
