import type { masterBulks } from '#domain/masters/master-bulk.contract';
import type {
  MasterRow,
  PlainMasterCalls,
  SubCategoryCalls,
  SubCategoryRow,
  UnitCalls,
  UnitRow,
} from '#domain/masters/master.contract';
import type { RowEdits } from '../../ui/table/use-table-tools';

export type Master = MasterRow | SubCategoryRow | UnitRow;

/** The differences between the five master screens; the rest is one screen by specification. */
export type MasterScreen = {
  readonly calls: PlainMasterCalls | SubCategoryCalls | UnitCalls;
  /** The name of these records in imports and bulk changes. */
  readonly table: keyof typeof masterBulks;
  /** The title of the page: "Units". */
  readonly many: string;
  /** The singular: "Unit", as in "Add Unit". */
  readonly one: string;
  /** Sub-categories belong to a category. */
  readonly hasCategory: boolean;
  /** Units can be counted: quantities of their products are whole numbers. */
  readonly isCounted?: true;
  /** Edits a record in its row. */
  readonly CellEditor: RowEdits<Master>['Editor'];
};
