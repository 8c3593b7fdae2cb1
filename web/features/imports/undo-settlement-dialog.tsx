import { type ImportDetail, imports } from '#domain/imports/import.contract';
import { nameRow } from '#domain/imports/row-place';
import type { SettledLine } from '#domain/sales-history/workbench.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form';
import { FormDialog, ReasonField } from '../../ui/form-dialog';

type Props = {
  importId: number;
  files: ImportDetail['files'];
  line: SettledLine;
  onClose: () => void;
  onDone: () => void;
};

/** Undoes the settlement of a line. The reason is kept with the reversal and in the audit log. */
export function UndoSettlementDialog({ importId, files, line, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: imports.unsettle.body.pick({ reason: true }),
    initial: { reason: '' },
    send: ({ reason }, idempotencyKey) =>
      request(imports.unsettle, {
        params: { id: importId },
        body: { rows: [line.row_number], reason },
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone,
    failure: 'The settlement could not be undone. Try again.',
  });
  return (
    <FormDialog
      title={`Undo settlement of ${nameRow(files, line.row_number, 'row')}`}
      note={`All settled lines of document ${line.number} are undone together.`}
      isDocument
      form={form}
      submitLabel="Undo settlement"
      onClose={onClose}
    >
      <ReasonField form={form.form} />
    </FormDialog>
  );
}
