/** Set to `whole` by `npm run proof`: everything. Otherwise the suites stay within minutes. */
export const IS_WHOLE = process.env['PROOF'] === 'whole';
