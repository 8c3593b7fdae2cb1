import { Button, Checkbox } from '@mantine/core';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import { emails } from '#domain/emails/email.contract';
import { cleanFileName } from '#domain/kernel/attachment-rules';
import { emailAddress } from '#domain/kernel/fields';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { request, requestFile } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import { formToSend } from '../../platform/form-to-send';
import { noticeDurations, toast } from '../../platform/notices';
import { useUnsaved } from '../../platform/unsaved';
import { AttachmentPicker } from '../../ui/files/attachment-picker';
import { EmailDialog } from '../../ui/dialogs/email-dialog';
import { useContractForm } from '../../ui/form/form';
import { useNotice } from '../../ui/notice';
import { type PickedFiles, usePickedFiles } from '../../ui/files/use-picked-files';
import { useReload } from '../../platform/reload';

type MailedSupplier = { id: number; name: string; email: string | null };
/** A message about delayed delivery takes a while to read. */
const readingMsPerCharacter = 60;

type Props = { supplier: MailedSupplier; onClose: () => void };

/** Emails a supplier's details, with optional files (SE-01 to SE-06). Closes once the email is accepted. */
export function SendSupplierEmailDialog({ supplier, onClose }: Props) {
  const [attaching, setAttaching] = useState(true);
  const picked = usePickedFiles();
  const notices = useNotice();
  const report = useReport(supplier, picked, notices.failed);
  const reload = useReload(emails.ofSupplier);
  const form = useContractForm({
    schema: z.object({ email: emailAddress }),
    initial: { email: supplier.email ?? '' },
    send: ({ email }, idempotencyKey) => {
      notices.dismiss();
      const body = formOf(supplier.id, email.trim(), attaching ? picked.files : []);
      return request(emails.sendSupplier, { ...formToSend(body), idempotencyKey, shownInPlace: true }).catch(
        (error: unknown) => {
          throw leavingOutFiles(error, picked);
        },
      );
    },
    onDone: ({ success, message }) => {
      reload();
      if (!success) return notices.failed(message);
      toast.success(message, Math.max(noticeDurations.successToast, message.length * readingMsPerCharacter));
      onClose();
    },
    failure: { specified: 'Failed to send email' },
    verb: 'sent',
    besides: [attaching, picked.files],
  });
  useUnsaved(() => picked.files.length > 0);
  return (
    <EmailDialog title="Send Supplier Details Email" form={form} notices={notices} onClose={onClose}>
      <Checkbox
        label="Attachment"
        checked={attaching}
        onChange={event => setAttaching(event.currentTarget.checked)}
      />
      {attaching && (
        <AttachmentPicker picked={picked}>
          <Button
            variant="default"
            size="xs"
            leftSection={<FileText size={14} />}
            loading={report.busy}
            onClick={report.attach}
          >
            Attach supplier report (PDF)
          </Button>
        </AttachmentPicker>
      )}
    </EmailDialog>
  );
}

/** Refused files are explained where they were chosen; the others stay to be sent (SE-04). */
function leavingOutFiles(error: unknown, picked: PickedFiles): unknown {
  const messages = error instanceof ApiError ? error.errors.attachments : undefined;
  if (!messages) return error;
  picked.refused(messages);
  return new ApiError(422, {
    message: `Nothing has been sent yet. ${messages.length === 1 ? 'One file was' : `${messages.length} files were`} left out: see the messages below.`,
  });
}

function formOf(supplierId: number, email: string, files: readonly File[]): FormData {
  const form = new FormData();
  form.append('supplier_id', String(supplierId));
  form.append('email', email);
  for (const file of files) form.append('attachments[]', file, file.name);
  return form;
}

/** Creates the supplier report and adds it to the files. */
function useReport(supplier: MailedSupplier, picked: PickedFiles, failed: (message: string) => void) {
  const [busy, setBusy] = useState(false);
  const attach = async () => {
    setBusy(true);
    try {
      const content = await requestFile(suppliers.exportPdf, {
        params: { id: supplier.id },
        shownInPlace: true,
      });
      const name = cleanFileName(
        `SupplierReport-${supplier.name.replaceAll(/[/\\]/g, '-')}-${supplier.id}.pdf`,
      );
      picked.add([new File([content], name, { type: 'application/pdf' })]);
    } catch {
      failed('Failed to export supplier report. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  return { busy, attach: () => void attach() };
}
