import type { Permission } from '../kernel/permissions';

/** A field that a column of the file can be mapped to. */
export type ImportField = {
  readonly name: string;
  readonly label: string;
  /** Required for a new record. */
  readonly required?: true;
  /** Other header names for the field. */
  readonly alsoCalled?: readonly string[];
  /** The additional permissions for this field: any one of them. */
  readonly needs?: readonly [Permission, ...Permission[]];
  readonly hint?: string;
  /** Shown with the day it is read as (finding F101). */
  readonly isDate?: true;
};
