import type { ImportField } from './import-field';

/** The status of a record that can be inactive. */
export const statusField: ImportField = {
  name: 'status',
  label: 'Status',
  alsoCalled: ['state'],
  hint: 'active or inactive',
};
