import { queryOptions } from '@tanstack/react-query';
import { sampleData } from '#domain/get-started/sample-data.contract';
import { tradeTemplate } from '#domain/get-started/trade-template.contract';
import { contractQuery } from '../../platform/queries';

const refetchMs = 500;

/** Whether there is sample data; while it is being added, how far that is. */
export const sampleNow = queryOptions({
  ...contractQuery(sampleData.show),
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) => (data?.state === 'adding' ? refetchMs : false),
});

export const offeredTrades = contractQuery(tradeTemplate.list);
