export { ensureFirstAdministrator } from './first-administrator';
export { type CallerMemory, rememberCallers } from './identify-caller';
export { sessionRoutes } from './session.routes';
