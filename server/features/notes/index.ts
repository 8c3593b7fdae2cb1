export { noteConstraints } from './constraints';
export { noteRoutes } from './notes.routes';
