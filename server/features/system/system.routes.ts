import { systems } from '#domain/settings/system.contract';
import { read, type Route } from '../../platform/http/route';
import { getSystem, type SystemPlace } from './get-system';

export const systemRoutes = ({ backupPlace }: { readonly backupPlace: SystemPlace }): Route[] => [
  read(systems.show, ({ db, now }) => getSystem(db, backupPlace, now)),
];
