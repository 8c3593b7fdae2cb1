export { requestTimeStamp, type StampLimits, StampRefused } from './request-time-stamp';
export { readCertificates, readTimeStamp } from './read-time-stamp';
