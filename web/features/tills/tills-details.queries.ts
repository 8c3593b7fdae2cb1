import { sellingSettings } from '#domain/tills/selling-settings.contract';
import { contractQuery } from '../../platform/queries';

export const sellingRules = contractQuery(sellingSettings.get, { shownInPlace: false });
