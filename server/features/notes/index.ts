export { noteRoutes } from './notes.routes';
