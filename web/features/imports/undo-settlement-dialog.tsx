import { type ImportDetail, imports } from '#domain/imports/import.contract';
import { nameRow } from '#domain/imports/row-place';
import type { SettledLine } from '#domain/sales-history/workbench.contract';
import { request } from '../../platform/api';
import { ReasonDialog } from '../../ui/dialogs/reason-dialog';

type Props = {
  importId: number;
  files: ImportDetail['files'];
  line: SettledLine;
  onClose: () => void;
  onDone: () => void;
};

/** Undoes the settlement of a line. The reason is kept with the reversal and in the audit log. */
export const UndoSettlementDialog = ({ importId, files, line, onClose, onDone }: Props) => (
  <ReasonDialog
    title={`Undo settlement of ${nameRow(files, line.row_number, 'row')}`}
    note={`All settled lines of document ${line.number} are undone together.`}
    submitLabel="Undo settlement"
    schema={imports.unsettle.body.pick({ reason: true })}
    send={({ reason }, idempotencyKey) =>
      request(imports.unsettle, {
        params: { id: importId },
        body: { rows: [line.row_number], reason },
        idempotencyKey,
        shownInPlace: true,
      })
    }
    onDone={onDone}
    failure="The settlement could not be undone. Try again."
    onClose={onClose}
  />
);
