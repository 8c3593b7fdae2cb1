export { findSettings } from './find-settings';
export { sectionsFor } from './sections';
export { SettingsPage } from './settings-page';
