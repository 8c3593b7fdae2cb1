export { getStartedSetting } from './get-started';
export { getStartedRoutes } from './get-started.routes';
