export { RecordActivity } from './record-activity';
