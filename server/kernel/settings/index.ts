export {
  changeSetting,
  type Current,
  findingSetting,
  findSetting,
  saveSetting,
  type Setting,
  type SettingRow,
} from './setting';
