import { systems } from '#domain/settings/system.contract';
import { read, type Route } from '../../platform/http/route';
import { getSystem } from './get-system';

export const systemRoutes = ({
  backupPlace: { folder, version },
}: {
  readonly backupPlace: { readonly folder: string; readonly version: string };
}): Route[] => [read(systems.show, ({ db, now }) => getSystem(db, { folder, version }, now))];
