import packageJson from '../../../../package.json' with { type: 'json' };

/** The version of Rapport, as the API description and `rapport --version` show it. */
export const VERSION = packageJson.version;
