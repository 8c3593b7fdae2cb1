export { DatedFields, today } from '../../ui/dated-fields';
