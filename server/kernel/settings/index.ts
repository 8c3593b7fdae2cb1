export { type Current, findSetting, saveSetting, type Setting } from './setting';
