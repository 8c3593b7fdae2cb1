export { ensureFirstAdministrator } from './first-administrator';
export { type CallerMemory, rememberCallers } from './identify-caller';
export { sessionRoutes } from './session.routes';
export { endSessionsOf } from './session.queries';
export { giveTemporaryPassword } from './temporary-password';
