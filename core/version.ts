import packageJson from '../package.json' with { type: 'json' };

/** The version of this gateway, from package.json. */
export const VERSION: string = packageJson.version;
