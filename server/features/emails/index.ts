export { emailRoutes } from './emails.routes';
