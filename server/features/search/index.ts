import { searching } from '#domain/search/search.contract';
import { read, type Route } from '../../platform/http/route';
import { findRecords } from './find-records.queries';

export const searchRoutes: Route[] = [
  read(searching.find, ({ db, query, actor }) => findRecords(db, query.text, actor)),
];
