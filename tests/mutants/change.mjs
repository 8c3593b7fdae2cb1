/**
 * A change to the product: the text of a file that occurs once, its replacement, the test to run, and the effect.
 *
 * @typedef {{ file: string, find: string, replace: string, test: string, why: string }} Change
 */

/**
 * @param {string} file
 * @param {string} find
 * @param {string} replace
 * @param {string} test
 * @param {string} why
 * @returns {Change}
 */
export const change = (file, find, replace, test, why) => ({ file, find, replace, test, why });
