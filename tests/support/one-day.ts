import { setTimeout as pause } from 'node:timers/promises';
import '../statements/record-in-process.mjs';
import { londonDate } from '#domain/kernel/dates';

/** Longer than nearly every file takes. */
const longestMs = 4 * 60_000;

// Runs before each file. Many tests note which day it is, and the server reads it again: a file that might still run when
// the day ends in London begins on the next one.
while (londonDate(new Date()) !== londonDate(new Date(Date.now() + longestMs))) await pause(1_000);
