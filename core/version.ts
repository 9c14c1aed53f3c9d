import packageJson from '../package.json' with { type: 'json' };

/** Of this gateway, from package.json. */
export const VERSION: string = packageJson.version;
