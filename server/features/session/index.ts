export { type CallerMemory, rememberCallers } from './identify-caller';
