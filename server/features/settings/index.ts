export { settingRoutes } from './settings.routes';
