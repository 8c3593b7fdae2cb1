import type { BodySent } from '#domain/kernel/call';
import type { PlainMasterCalls } from '#domain/masters/master.contract';
import type { Master, MasterScreen } from './master-screen';

/** The form values. Only sub-categories have a category, undefined until one is chosen; only units can be counted. */
export type MasterFormValues = {
  name: string;
  status: string;
  category_id?: number | undefined;
  is_whole?: boolean;
  version?: number;
};

/** The form values of a master record, or of a blank form. */
export const formValuesOf = (
  master: Master | null,
  { hasCategory, isCounted }: Pick<MasterScreen, 'hasCategory' | 'isCounted'>,
): MasterFormValues => ({
  ...(hasCategory ? { category_id: master && 'category_id' in master ? master.category_id : undefined } : {}),
  ...(isCounted ? { is_whole: master !== null && 'is_whole' in master && master.is_whole } : {}),
  name: master?.name ?? '',
  status: master?.status ?? 'active',
  ...(master ? { version: master.version } : {}),
});

/** The request of the form. */
export const bodyOf = (values: MasterFormValues) => values as BodySent<PlainMasterCalls['update']>;
