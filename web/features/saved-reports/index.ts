export { SavedMenu } from './saved-menu';
