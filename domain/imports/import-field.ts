import type { Permission } from '../kernel/permissions';

/** A field that a column of the file can be mapped to. */
export type ImportField = {
  readonly name: string;
  readonly label: string;
  /** A new record cannot be without it. */
  readonly required?: true;
  /** What else the headers of files call it. */
  readonly alsoCalled?: readonly string[];
  /** The right that it asks for beside that of the kind. */
  readonly needs?: Permission;
  readonly hint?: string;
};
