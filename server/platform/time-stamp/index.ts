export { requestTimeStamp, type StampLimits, StampRefused } from './request-time-stamp';
export { readCertificates, readTimeStamp, type TimeStamp } from './read-time-stamp';
