import { firstProducts } from '#domain/get-started/first-products.contract';
import { getStarted } from '#domain/get-started/get-started.contract';
import { sampleData } from '#domain/get-started/sample-data.contract';
import { tradeTemplate } from '#domain/get-started/trade-template.contract';
import { read, type Route, write } from '../../platform/http/route';
import { addFirstProducts } from './first-products';
import { type GuideServices, saveGetStarted, showGetStarted } from './get-started';
import { removeSampleData, showSampleData, startSampleData } from './sample-data';
import { applyTrade, listTrades } from './trade-template';

export const getStartedRoutes = ({ mailing }: GuideServices): Route[] => [
  read(getStarted.show, ({ db, actor }) => showGetStarted(db, { actor, mailing })),
  write(getStarted.save, ({ ctx, body }) => saveGetStarted(ctx, body, { mailing })),
  read(tradeTemplate.list, ({ db }) => listTrades(db)),
  write(tradeTemplate.apply, ({ ctx, body }) => applyTrade(ctx, body.trade)),
  write(firstProducts, ({ ctx, body }) => addFirstProducts(ctx, body)),
  read(sampleData.show, ({ db }) => showSampleData(db)),
  write(sampleData.add, ({ ctx }) => startSampleData(ctx)),
  write(sampleData.remove, ({ ctx, body }) => removeSampleData(ctx, body)),
];
