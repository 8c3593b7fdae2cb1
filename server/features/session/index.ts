export { cleanUpAccess, cleanUpAccessHandler } from './clean-up';
export { ensureFirstAdministrator } from './first-administrator';
export { type CallerMemory, rememberCallers } from './identify-caller';
export { mailPasswordLink, passwordMailComposers, passwordRequestHandler } from './password-mail';
export { endSessionsOf } from './session.queries';
export { sessionRoutes } from './session.routes';
export { giveTemporaryPassword } from './temporary-password';
export { hashPassword } from './passwords';
export { register } from './register';
