import type { BodySent } from '#domain/kernel/call';
import type { PlainMasterCalls } from '#domain/masters/master.contract';
import type { Master } from './master-screen';

/** The form values. Only sub-categories have a category; undefined until one is chosen. */
export type MasterFormValues = {
  name: string;
  status: string;
  category_id?: number | undefined;
  version?: number;
};

/** The form values of a master record, or of a blank form. */
export const formValuesOf = (master: Master | null, hasCategory: boolean): MasterFormValues => ({
  ...(hasCategory ? { category_id: master && 'category_id' in master ? master.category_id : undefined } : {}),
  name: master?.name ?? '',
  status: master?.status ?? 'active',
  ...(master ? { version: master.version } : {}),
});

/** The request of the form. */
export const bodyOf = (values: MasterFormValues) => values as BodySent<PlainMasterCalls['update']>;
