import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

/** What both nodes ask for. */

export const ICON = {
  light: 'file:../../icons/rapport.svg',
  dark: 'file:../../icons/rapport.dark.svg',
} as const;

export const CREDENTIALS: INodeCredentialDescription[] = [
  { name: 'rapportApi', required: true, displayOptions: { show: { authentication: ['accessToken'] } } },
  { name: 'rapportOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
];

export const AUTHENTICATION: INodeProperties = {
  displayName: 'Authentication',
  name: 'authentication',
  type: 'options',
  options: [
    { name: 'Access Token', value: 'accessToken' },
    { name: 'OAuth2', value: 'oAuth2' },
  ],
  default: 'accessToken',
};

export const ACCOUNT: INodeProperties = {
  displayName: 'Account Name or ID',
  name: 'account',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getAccounts' },
  default: '',
  description:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};
