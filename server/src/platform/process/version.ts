import packageJson from '../../../../package.json' with { type: 'json' };

/** The version of Rapport, for the API description and `rapport --version`. */
export const VERSION = packageJson.version;
